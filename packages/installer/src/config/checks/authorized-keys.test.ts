import { describe, expect, it } from 'vitest';
import { isPublicKey } from '../public-key.ts';
import { checkWith } from '../testing.ts';

const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh';

describe('a public key', () => {
  it.each([
    `ssh-ed25519 ${key}`,
    `ssh-ed25519 ${key} ada@laptop, second key`,
    `  ssh-ed25519\t${key}`,
    `no-pty,command="echo \\"two words\\"",from="10.0.0.0/8" ssh-ed25519 ${key} ada`,
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQc=',
  ])('is %s', (line) => {
    expect(isPublicKey(line)).toBe(true);
  });

  it.each([
    '',
    'not a key',
    '# a comment',
    key,
    'ssh-ed25519',
    'ssh-ed25519 AAAA',
    `ssh-ed25519 ${key.slice(0, -4)}`,
    `ssh-rsa ${key}`,
    `ssh-ed25519 ${key}!`,
    `"unclosed ssh-ed25519 ${key}`,
    'ssh-dss AAAAB3NzaC1kc3MAAAABBw==',
  ])('is not %j', (line) => {
    expect(isPublicKey(line)).toBe(false);
  });
});

it('each line of authorized-keys that is not a public key is an error that does not contain it', () => {
  const lines = ['-----BEGIN OPENSSH PRIVATE KEY-----', 'b3BlbnNzaC1rZXktdjEAAAAA', `ssh-ed25519 ${key} ada`];
  const { findings, sources } = checkWith({
    '!users': { username: 'ada', '!password': 'plain' },
    'x-writ': { accounts: { ada: { 'authorized-keys': lines } } },
  });
  expect(findings.map(({ rule, pointer, message }) => [rule, pointer, message])).toEqual([
    ['public-key', '/x-writ/accounts/ada/authorized-keys/0', 'this is a part of a private key'],
    ['public-key', '/x-writ/accounts/ada/authorized-keys/1', 'this is not a complete public key'],
  ]);
  const source = sources[0]!;
  const excerpts = Array.from({ length: source.lineCount }, (_item, at) => source.excerpt(at + 1)?.text);
  for (const text of [JSON.stringify(findings), excerpts.join('\n')]) {
    expect(text).not.toContain('b3BlbnNz');
    expect(text).not.toContain('BEGIN');
  }
  expect(excerpts.join('\n')).toContain(key);
});
