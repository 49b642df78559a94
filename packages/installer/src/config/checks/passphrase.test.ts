import { describe, expect, it } from 'vitest';
import keymaps from '../../data/keymaps.json' with { type: 'json' };
import movedKeys from '../../data/moved-keys.json' with { type: 'json' };
import { checkWith, rulesAndPointers } from '../testing.ts';

const at = '/x-writ/disk/luks/!passphrase';
const encrypted = (passphrase: unknown, more: object = {}): object => ({
  'x-writ': { disk: { luks: { '!passphrase': passphrase, ...more } } },
});
const hash = `$6$salt$${'a'.repeat(86)}`;

describe('the passphrase of encrypted partitions', () => {
  it.each([
    ['a hash', hash],
    ['a truncated hash', hash.slice(0, -1)],
    ['a hash of another kind', '$argon2id$v=19$m=65536$c2FsdA$aGFzaA'],
    ['a string of seven characters', 'canary7'],
    ['a string of 513 bytes', 'c'.repeat(513)],
    ['a string of two lines', 'canary of\ntwo lines'],
  ])('is rejected, and not quoted, if it is %s', (_title, passphrase) => {
    const { findings, settings } = checkWith(encrypted(passphrase));
    expect(findings).toMatchObject([{ rule: 'passphrase', severity: 'error', pointer: at }]);
    expect(JSON.stringify(findings)).not.toContain(passphrase.slice(0, 12));
    expect(settings).toBeUndefined();
    const creds = { file: 'creds.json', text: JSON.stringify({ disk: passphrase }) };
    const named = checkWith(encrypted({ $secret: 'disk' }), { creds });
    expect(rulesAndPointers(named)).toEqual([`wrong-secret ${at}/$secret`]);
    expect(JSON.stringify(named.findings)).not.toContain(passphrase.slice(0, 12));
  });

  it('is rejected with a single finding if it is empty', () => {
    expect(rulesAndPointers(checkWith(encrypted('')))).toEqual([`empty-value ${at}`]);
  });

  it('is accepted with 8 to 512 characters, and as a reference', () => {
    for (const passphrase of ['8 letter', 'c'.repeat(512), { $secret: 'disk' }])
      expect(rulesAndPointers(checkWith(encrypted(passphrase)))).toEqual([]);
  });

  it.each([
    ['letters that the keyboard has on other keys', 'crazy horse', 'de-latin1', true],
    ['letters that the keyboard has on the same keys', 'correct horse', 'de-latin1', false],
    ['any characters with the keyboard us', 'crazy horse; battery', 'us', false],
    ['characters beyond ASCII', 'schöner Gaul', 'us', true],
  ])('is reported only if it is difficult to type: %s', (_title, passphrase, keyboard, reported) => {
    const config = { ...encrypted(passphrase), 'keyboard-language': keyboard };
    const expected = reported ? [`passphrase-keys ${at}`] : [];
    const result = checkWith(config);
    expect(rulesAndPointers(result)).toEqual(expected);
    expect(JSON.stringify(result.findings)).not.toContain(passphrase);
    const named = { ...config, ...encrypted({ $secret: 'disk' }) };
    const creds = { file: 'creds.json', text: JSON.stringify({ disk: passphrase }) };
    expect(rulesAndPointers(checkWith(named, { creds }))).toEqual(expected);
  });

  it('is reported if it is missing from the credentials, or if it is a placeholder', () => {
    const creds = { file: 'creds.json', text: '{}' };
    expect(rulesAndPointers(checkWith(encrypted({ $secret: 'disk' }), { creds }))).toEqual([
      `secret-not-found ${at}/$secret`,
    ]);
    expect(rulesAndPointers(checkWith(encrypted('<PASSPHRASE>')))).toEqual([`placeholder ${at}`]);
  });
});

it('the costs of a key derivation have limits', () => {
  const costs = (memory: unknown, rounds: unknown): string[] =>
    rulesAndPointers(
      checkWith(encrypted({ $secret: 'disk' }, { 'kdf-memory': memory, 'kdf-rounds': rounds })),
    );
  expect(costs(32, 4)).toEqual([]);
  expect(costs(4096, 100)).toEqual([]);
  const both = ['wrong-format /x-writ/disk/luks/kdf-memory', 'wrong-format /x-writ/disk/luks/kdf-rounds'];
  expect(costs(31, 3)).toEqual(both);
  expect(costs(4097, 101)).toEqual(both);
  const { findings } = checkWith(encrypted({ $secret: 'disk' }, { 'kdf-memory': 64.5 }));
  expect(findings).toMatchObject([{ rule: 'wrong-type', expected: 'a whole number, such as 512' }]);
});

it('unsupported kinds of encryption are rejected, and an alternative is suggested', () => {
  const { findings } = checkWith({
    'x-writ': { disk: { lvm: {}, luks: { '!passphrase': 'long enough', tpm2: true } } },
  });
  expect(findings.map(({ rule, hint }) => [rule, hint])).toEqual([
    ['unknown-extension', 'Writ does not create logical volumes; use btrfs subvolumes, or home'],
    ['unknown-extension', 'enroll the TPM on the installed system, with systemd-cryptenroll'],
  ]);
});

it('the table of keys contains only known keyboard layouts and printable characters', () => {
  expect(Object.keys(movedKeys).filter((name) => !keymaps.includes(name))).toEqual([]);
  expect(Object.values(movedKeys).every((characters) => /^[!-~]+$/.test(characters))).toBe(true);
});
