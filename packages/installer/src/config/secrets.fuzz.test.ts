import { renderJson, renderText } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretKey, displayValue, maskSecrets } from './secrets.ts';
import { checkConfiguration } from './check.ts';
import { minimalConfig } from './testing.ts';

/** The complete output of a check: findings, settings, and an excerpt of every line of the file. */
function outputOf(text: string): string {
  const { findings, sources, settings } = checkConfiguration({ config: { file: 'test.json', text } });
  const source = sources[0]!;
  const everyLine = Array.from(
    { length: source.lineCount },
    (_, index) => source.excerpt(index + 1)?.text ?? '',
  );
  const excerpts = renderText(findings, { source: () => source });
  return [excerpts, renderJson('test.json', findings), JSON.stringify(settings), ...everyLine].join('\n');
}

it.each([
  ['!root-password', true],
  ['!users', true],
  ['enc_password', true],
  ['wifi-psk', true],
  ['Token', true],
  ['passphrase', true],
  ['paswsord', true],
  ['hostname', false],
  ['bootloader', false],
  ['https://mirror.example/$repo/os/$arch', false],
])('the key %s is recognized as a secret: %s', (key, secret) => {
  expect(isSecretKey(key)).toBe(secret);
});

it.each([
  ['https://ada:canary@host/path', 'https://••••••••@host/path'],
  ['https://ada:c/n@ry@host/path', 'https://••••••••@host/path'],
  ['https://host:8080/path', 'https://host:8080/path'],
  ['https://host/path?arch=x&api_token=canary&x=1', 'https://host/path?arch=x&api_token=••••••••&x=1'],
  ['https://host/a@b', 'https://host/a@b'],
  ['echo $6$salt$abcdefghijk | chpasswd', 'echo •••••••• | chpasswd'],
  ['$repo/os/$arch', '$repo/os/$arch'],
])('maskSecrets masks %s as %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

it('displayValue truncates long values', () => {
  expect(displayValue('x'.repeat(200)).length).toBeLessThan(82);
});

describe('a secret in a faulty file', () => {
  it.each([
    '"!root-password": "canary" "x": 1',
    '"!root-password": // here it is\n  "canary",,',
    '"!root-password":\n\n  "canary",,',
    '"!root-password": canary,',
    '"!root-password" "canary",',
    '"!root-password", "canary",',
    '"!root-password" = "canary",',
    '"!root-password": "canary,',
    '"!root-password": canary",',
    '!root-password: "canary",',
    "'!root-password': 'canary',",
    '"!root-password: "canary",',
    '!root-password": "canary",',
    '"!root-password":\n  "canary" 5,',
    '"!root-password": "can\nary",',
    '"!root-password": {"deep": ["canary"]} 5',
    '"!root-password": "canary", // no comment',
    '"!root-password": "say "canary" aloud",',
    '"!root-password": canary aloud',
    '"!users": [{"username": "canary"}, 5 6]',
    '"wifi_psk": "canary",,',
    '"x-mine": {"api_token": ["canary"]},',
    '"mirror-region": {"Mine": ["https://ada:canary@host"]},',
    '"custom-commands": ["git clone https://ada:canary@host/x" 5],',
    '"packages": ["a", "!root-password": "canary"],',
    '"!root-password": "$6$canary',
  ])('is not printed in the line %s', (line) => {
    const output = outputOf(`{\n  "bootloader": "grub",\n  ${line}\n  "kernels": 5\n}`);
    expect(output).not.toMatch(/canary|c?an$|^ary/m);
    expect(output).toContain('grub');
  });

  const canary = 'c4n4ryS3cr3t';
  const configuration = JSON.stringify(
    {
      ...minimalConfig,
      '!root-password': canary,
      '!users': [
        { username: 'ada', '!password': canary, sudo: true },
        { username: 'bob', '!password': { $secret: 'bob' } },
      ],
      'mirror-region': { Mine: { [`https://ada:${canary}@mirror.example/$repo/os/$arch`]: true } },
      encryption_password: canary,
      'x-wifi': { psk: [canary] },
      profile: { main: 'desktop', details: 'gnome' },
    },
    null,
    2,
  );
  const inserts = [
    '',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    ' ',
    '\\',
    '//',
    '#',
    'x',
    '0',
    '\t',
    '=',
    'é',
  ];
  const edit = fc.record({
    at: fc.nat(configuration.length),
    remove: fc.integer({ min: 0, max: 2 }),
    insert: fc.constantFrom(...inserts),
  });

  /** The ranges of secrets, and of keys and addresses that identify strings as secrets. */
  function placesOf(pattern: RegExp): { start: number; end: number }[] {
    return [...configuration.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
    }));
  }

  const secrets = placesOf(new RegExp(canary, 'g'));
  const keys = placesOf(/"(?:!root-password|!users|!password|encryption_password|x-wifi|psk)"/g);
  const address = placesOf(/"https:.*?@/g);

  function expectNoSecret(
    edits: readonly { at: number; remove: number; insert: string }[],
    untouchable: typeof secrets,
  ): void {
    for (const { at, remove } of edits)
      fc.pre(!untouchable.some(({ start, end }) => at + remove > start && at < end));
    let text = configuration;
    for (const { at, remove, insert } of edits.toSorted((a, b) => b.at - a.at)) {
      text = text.slice(0, at) + insert + text.slice(at + remove);
    }
    expect(
      outputOf(text)
        .split('\n')
        .filter((line) => line.includes(canary)),
    ).toEqual([]);
  }

  it('is not printed after any change in one place', () => {
    const property = fc.property(edit, (one) => expectNoSecret([one], [...secrets, ...keys]));
    fc.assert(property);
  });

  it('is not printed after any change in two places outside addresses', () => {
    const property = fc.property(edit, edit, (one, other) =>
      expectNoSecret([one, other], [...secrets, ...keys, ...address]),
    );
    fc.assert(property);
  });
});
