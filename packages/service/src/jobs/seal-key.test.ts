import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/fakes.ts';
import { readSealKey } from './seal-key.ts';

const digits = 'c0ffee'.padEnd(64, '0');

describe('the seal key', () => {
  it('is read from a file that only its owner can read', () => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, `${digits}\n`, { mode: 0o600 });
    expect(readSealKey(file, []).toString('hex')).toBe(digits);
  });

  it.each([
    [0o640, `${digits}\n`, 'chmod 600'],
    [0o604, `${digits}\n`, 'chmod 600'],
    [0o600, 'c0ffee', '64 hexadecimal digits'],
    [0o600, `${digits}0`, '64 hexadecimal digits'],
    [0o600, '', '64 hexadecimal digits'],
  ])('is rejected with the mode %o and the content %j, which is not printed', (mode, content, reason) => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, content);
    chmodSync(file, mode);
    expect(() => readSealKey(file, [])).toThrow(reason);
    expect(() => readSealKey(file, [])).not.toThrow('c0ffee');
  });

  it('is rejected if it is in a folder of the service, even through a link', () => {
    const folder = temporaryFolder();
    const state = join(folder, 'state');
    mkdirSync(state);
    const file = join(state, 'key');
    writeFileSync(file, digits, { mode: 0o600 });
    symlinkSync(file, join(folder, 'key'));
    expect(() => readSealKey(file, [state])).toThrow(/is in .*state/);
    expect(() => readSealKey(join(folder, 'key'), [state])).toThrow(/is in .*state/);
  });

  it('is rejected if the file does not exist or is a folder', () => {
    const folder = temporaryFolder();
    expect(() => readSealKey(join(folder, 'none'), [])).toThrow('cannot be read');
    expect(() => readSealKey(folder, [])).toThrow('is not a regular file');
  });
});
