import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreUnusable } from '../store/store-error.ts';
import { temporaryFolder } from '../testing/fakes.ts';
import { readOrCreateToken } from './token-file.ts';

const token = 'a-token-that-a-person-wrote-there';

describe('the token file', () => {
  it('is created once, is readable by its owner only, and keeps its token when the service starts again', () => {
    const folder = temporaryFolder();
    const first = readOrCreateToken(folder, false);
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(first.file, 'utf8')).toBe(`${first.token}\n`);
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
    expect(readOrCreateToken(folder, false)).toEqual(first);
    expect(readdirSync(folder)).toEqual(['token']);
  });

  it('contains a new token after a new one was requested', () => {
    const folder = temporaryFolder();
    const first = readOrCreateToken(folder, false);
    const second = readOrCreateToken(folder, true);
    expect(second.token).not.toBe(first.token);
    expect(readOrCreateToken(folder, false)).toEqual(second);
  });

  it('is rejected with the complete rule for tokens if its token is too long', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'token'), 'x'.repeat(513));
    expect(() => readOrCreateToken(folder, false)).toThrow('24 to 512 characters');
    writeFileSync(join(folder, 'token'), 'x'.repeat(512));
    expect(readOrCreateToken(folder, false).token).toHaveLength(512);
  });

  it('is changed so that only its owner can read it', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'token');
    writeFileSync(file, token);
    chmodSync(file, 0o644);
    expect(readOrCreateToken(folder, false).token).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['', '\n', 'short', `${token} ${token}`, 'x'.repeat(5000)])(
    'is rejected with the content %j, which is not printed, until a new token is requested',
    (content) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'token'), content);
      expect(() => readOrCreateToken(folder, false)).toThrow(StoreUnusable);
      expect(() => readOrCreateToken(folder, false)).toThrow(/^(?!.*a-token-that).*--new-token/);
      expect(readOrCreateToken(folder, true).token).toMatch(/^[\w-]{43}$/);
    },
  );

  it('is not read if it is a link', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'elsewhere'), token);
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'token'));
    expect(() => readOrCreateToken(folder, false)).toThrow(/token file .* cannot be read/);
  });
});
