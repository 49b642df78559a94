import { execFileSync, spawnSync } from 'node:child_process';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { hashPasswords } from './hash-passwords.ts';

const passwords = ['canary', ' canary with spaces ', 'cänary-ß', '$(canary) `canary` "\\\'', 'x'.repeat(256)];

/** Hashes a password with openssl and the salt of an existing hash. */
function rehash(password: string, hash: string): string {
  const args = ['passwd', '-6', '-stdin', '-salt', hash.split('$')[2]!];
  return execFileSync('openssl', args, { input: `${password}\n`, encoding: 'utf8' }).trim();
}

const there = spawnSync('openssl', ['version']).status === 0;

describe.runIf(there)('password hashes', () => {
  it('are returned in the order of the passwords, each with a different salt', async () => {
    const hashes = await hashPasswords(passwords.map((password) => new Secret(password)));
    expect(hashes.map((hash, index) => rehash(passwords[index]!, hash))).toEqual(hashes);
    const [first, second] = await hashPasswords([new Secret('same'), new Secret('same')]);
    expect(first).not.toBe(second);
  });

  it('require no program if there are no passwords', async () => {
    expect(await hashPasswords([], { program: 'no-such-program' })).toEqual([]);
  });

  it('are not created for existing hashes, nor for passwords that are too long', async () => {
    const [hash] = await hashPasswords([new Secret('canary')]);
    const long = 'ü'.repeat(129);
    const [first, second, third] = await hashPasswords(
      [hash!, 'canary', long].map((text) => new Secret(text)),
    );
    expect([first, third]).toEqual([hash, long]);
    expect(rehash('canary', second!)).toBe(second);
  });

  it('cannot be created without openssl, and the error contains no password', async () => {
    const failing = hashPasswords([new Secret('canary-word')], { program: 'no-such-program' });
    await expect(failing).rejects.toThrow(/^no-such-program cannot hash the passwords: (?!.*canary)/);
    await expect(hashPasswords([new Secret('canary-word')], { program: 'cat' })).rejects.toThrow(
      /^cat cannot hash(?!.*canary)/,
    );
  });
});
