import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/fakes.ts';
import { readSealKeys } from './seal-key.ts';

const digits = 'c0ffee'.padEnd(64, '0');

describe('the seal key', () => {
  it('is read from a file that only its owner can read', () => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, `${digits}\n`, { mode: 0o600 });
    expect(readSealKeys(file, []).map((key) => key.toString('hex'))).toEqual([digits]);
  });

  it('may be followed by earlier keys', () => {
    const file = join(temporaryFolder(), 'key');
    const earlier = 'ff'.repeat(32);
    writeFileSync(file, `${digits}\n${earlier}\n`, { mode: 0o600 });
    expect(readSealKeys(file, []).map((key) => key.toString('hex'))).toEqual([digits, earlier]);
  });

  it.each([
    [0o640, `${digits}\n`, 'chmod 600'],
    [0o604, `${digits}\n`, 'chmod 600'],
    [0o600, 'c0ffee', '64 hexadecimal digits'],
    [0o600, `${digits}0`, '64 hexadecimal digits'],
    [0o600, '', '64 hexadecimal digits'],
    [0o600, `${digits}\n\n${digits}`, '64 hexadecimal digits'],
    [0o600, Array.from({ length: 5 }, () => digits).join('\n'), '1 to 4 lines'],
  ])('is rejected with the mode %o and the content %j, which is not printed', (mode, content, reason) => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, content);
    chmodSync(file, mode);
    expect(() => readSealKeys(file, [])).toThrow(reason);
    expect(() => readSealKeys(file, [])).not.toThrow('c0ffee');
  });

  it('is rejected if it is in a folder of the service, even through a link', () => {
    const folder = temporaryFolder();
    const state = join(folder, 'state');
    mkdirSync(state);
    const file = join(state, 'key');
    writeFileSync(file, digits, { mode: 0o600 });
    symlinkSync(file, join(folder, 'key'));
    expect(() => readSealKeys(file, [state])).toThrow(/is in .*state/);
    expect(() => readSealKeys(join(folder, 'key'), [state])).toThrow(/is in .*state/);
  });

  it('is rejected if the file does not exist or is a folder', () => {
    const folder = temporaryFolder();
    expect(() => readSealKeys(join(folder, 'none'), [])).toThrow(/none cannot be read: file not found$/);
    expect(() => readSealKeys(folder, [])).toThrow('is not a regular file');
  });
});
