import { hasErrors } from '@writ/diagnostics';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { schemaText } from './explain.ts';
import { checkWith, minimalConfig } from './testing.ts';

const { numRuns = 100 } = fc.readConfigureGlobal();

it('a check rejects every configuration that the schema rejects, and returns settings if there are no errors', () => {
  const ajv = new Ajv2020({ strict: true });
  ajv.addVocabulary(['x-secret', 'x-since']);
  const validate = ajv.compile(JSON.parse(schemaText()) as object);
  const full = {
    ...minimalConfig,
    hostname: 'a',
    uki: true,
    packages: ['git'],
    harddrives: ['/dev/sda'],
    audio_config: { audio: 'pipewire' },
    profile: { main: 'desktop', details: 'gnome', custom: [{ packages: 'a' }] },
    network_config: { type: 'manual', nics: [{ iface: 'a', dns: ['1.1.1.1'] }] },
    '!users': [{ username: 'ada', '!password': 'x', sudo: true }],
  };
  const places = placesOf(full);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('', 'grub-install', 'linux', 'nm', [], {}, true, 5),
  );
  fc.assert(
    fc.property(fc.constantFrom(...places), value, (path, other) => {
      const changed = structuredClone(full) as Record<string, unknown>;
      let at: Record<string, unknown> = changed;
      for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
      at[path.at(-1)!] = other;
      const { findings, settings } = checkWith(changed);
      // The check ignores null; the schema does not allow it.
      if (!JSON.stringify(changed).includes('null') && !validate(changed))
        expect(hasErrors(findings)).toBe(true);
      expect(settings === undefined).toBe(hasErrors(findings));
      for (const { range } of findings) expect(range).toBeDefined();
    }),
    { numRuns: 2 * numRuns },
  );
});

function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...placesOf(inner, [...path, key]),
  ]);
}
