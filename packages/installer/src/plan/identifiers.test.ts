import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { isWritTableUuid } from '../facts/writ-image.ts';
import { deriveFatId, deriveTableUuid, deriveUuid } from './identifiers.ts';

it('deriveUuid derives version 8 UUIDs that differ by label and seed', () => {
  assert(
    property(string(), string(), (seed, label) => {
      const uuid = deriveUuid(seed, label);
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(deriveUuid(seed, `${label}.`)).not.toBe(uuid);
      expect(deriveUuid(`${seed}.`, label)).not.toBe(uuid);
    }),
  );
});

it("isWritTableUuid recognizes Writ's partition tables, but not random GUIDs", () => {
  assert(
    property(string(), (seed) => {
      expect(isWritTableUuid(deriveTableUuid(seed))).toBe(true);
    }),
  );
  // A random GUID with the same first digits is not recognized either, because its version is 4.
  expect(isWritTableUuid('77726974-1234-4234-8234-123456789abc')).toBe(false);
  expect(isWritTableUuid('c12a7328-f81f-11d2-ba4b-00a0c93ec93b')).toBe(false);
});

it('deriveFatId returns upper-case digits, the form that fstab requires', () => {
  expect(deriveFatId('seed', 'esp')).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
});
