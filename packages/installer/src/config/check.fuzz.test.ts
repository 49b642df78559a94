import { renderJson, renderText } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { character } from '../../../../scripts/samples/character.ts';
import { checkConfiguration } from './check.ts';
import type { ConfigFile } from './config-file.ts';
import { minimalConfig } from './testing.ts';

/** A string that every planted secret contains repeatedly, so that fragments of a secret are also detected. */
const canary = 'c4n4ry';
const secret = `${canary}-${canary}-${canary}`;

const config = {
  $schema: './writ.schema.json',
  ...minimalConfig,
  'mirror-region': { Mine: { [`https://ada:${secret}@mirror.example/$repo/os/$arch`]: true } },
  '!root-password': secret,
  '!users': [
    { username: 'ada', '!password': secret, sudo: true },
    { username: 'bob', '!password': { $secret: 'bob' } },
  ],
  packages: ['git', 'vim'],
  profile: { main: 'desktop', details: 'gnome', gfx_driver: 'Intel (open-source)' },
  network_config: { type: 'manual', nics: [{ iface: 'enp3s0', ip: '10.0.0.2/8', dns: ['1.1.1.1'] }] },
  'x-wifi': { psk: [secret, { deeper: secret }] },
};
const text = JSON.stringify(config, null, 2);

/** The complete output of a check: the findings as text and JSON, and an excerpt of every line. */
function outputOf(files: { config: ConfigFile; creds?: ConfigFile }): string {
  const { findings, sources } = checkConfiguration(files);
  for (const { range, file } of findings) {
    expect(range, 'range').toBeDefined();
    const source = sources.find(({ name }) => name === file)!;
    expect(range!.start.offset).toBeGreaterThanOrEqual(0);
    expect(range!.end.offset).toBeGreaterThanOrEqual(range!.start.offset);
    expect(range!.end.offset).toBeLessThanOrEqual(source.text.length);
  }
  const excerpts = sources.flatMap((source) =>
    Array.from(
      { length: Math.min(200, source.lineCount) },
      (_, line) => source.excerpt(line + 1)?.text ?? '',
    ),
  );
  const source = (name: string): (typeof sources)[number] | undefined =>
    sources.find((one) => one.name === name);
  return [renderText(findings, { source }), renderJson('a.json', findings), ...excerpts].join('\n');
}

function expectNoSecret(input: string | Uint8Array, creds?: string): void {
  const files = {
    config: { file: 'a.json', text: input },
    ...(creds === undefined ? {} : { creds: { file: 'b.json', text: creds } }),
  };
  expect(
    outputOf(files)
      .split('\n')
      .filter((line) => line.includes(canary)),
  ).toEqual([]);
}

/** The ranges that identify secrets. Without its key, a secret is an ordinary string. */
const untouchable = [
  ...text.matchAll(/"(?:!root-password|!users|!password|x-wifi|psk)"|"https:.*?@|c4n4ry(?:-c4n4ry)*/g),
].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));

function touchesSecret(start: number, end: number): boolean {
  return untouchable.some((place) => end > place.start && start < place.end);
}

const place = fc.nat(text.length);
const noise = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    "'",
    '\\',
    '\n',
    '//',
    '/*',
    '#',
    '\0',
    '\u2028',
    '\ufeff',
    '\u202e',
  ),
  fc.string({ unit: character, minLength: 1, maxLength: 4 }),
  fc.constantFrom('\ud800', '\udfff', '👩‍💻', 'ünïcödé', '\u00a0', '“', '\r', '\t', '\v'),
);

describe('a check of faulty input', () => {
  it('neither throws nor prints a secret for a truncated file', () => {
    fc.assert(
      fc.property(place, fc.constantFrom('', '\n', '}', '"', ']}'), (end, rest) => {
        // A truncated mirror address is not recognized as an address with a password.
        const isAddressTruncated = /"https:[^@]*$/.test(text.slice(0, end));
        fc.pre(!isAddressTruncated);
        expectNoSecret(text.slice(0, end) + rest);
      }),
    );
  });

  it('neither throws nor prints a secret for replaced bytes', () => {
    const change = fc.record({ at: place, byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        const bytes = new TextEncoder().encode(text);
        for (const { at, byte } of changes) {
          fc.pre(!touchesSecret(at, at + 1));
          bytes[at] = byte;
        }
        expectNoSecret(bytes);
      }),
    );
  });

  it('neither throws nor prints a secret for replaced characters', () => {
    fc.assert(
      fc.property(place, fc.nat(6), noise, (at, remove, insert) => {
        fc.pre(!touchesSecret(at, at + remove) && !touchesSecret(at - 1, at + 1));
        expectNoSecret(text.slice(0, at) + insert + text.slice(at + remove));
      }),
    );
  });

  it('neither throws nor prints a secret for nested brackets', () => {
    const bracket = fc.constantFrom('[', '{"a":', '{', '[[{"b":[', '}', ']');
    fc.assert(
      fc.property(
        place,
        bracket,
        fc.integer({ min: 1, max: 80 }),
        fc.boolean(),
        (at, open, depth, closed) => {
          fc.pre(!touchesSecret(at - 1, at + 1));
          const close = closed && open === '[' ? ']'.repeat(depth) : '';
          expectNoSecret(text.slice(0, at) + open.repeat(depth) + close + text.slice(at));
        },
      ),
    );
  });

  const keys = Object.keys(config).filter((key) => !/^[!x]|mirror/.test(key)) as (keyof typeof config)[];
  const jsonValue = fc.oneof(
    { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
    { arbitrary: fc.constantFrom<unknown>('', [], {}, null, 0, -1e308, true, [[[]]], { '': {} }), weight: 1 },
  );

  it('neither throws nor prints a secret for values moved between keys', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.constantFrom(...keys),
        jsonValue,
        fc.nat(4),
        (a, b, value, indent) => {
          const changed = {
            ...config,
            [a]: config[b],
            [b]: value,
            [`${a} `]: config[a],
            [JSON.stringify(value)]: a,
          };
          expectNoSecret(JSON.stringify(changed, null, indent));
        },
      ),
    );
  });

  it('neither throws nor prints a secret for any value below secret keys', () => {
    const hidden: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom<unknown>(secret, 5, true, null, '', `$6$${secret}`, `https://${secret}/x`),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('username', '!password', 'sudo', secret, 'a'), tie('any'), {
          maxKeys: 3,
        }),
      ),
    })).any;
    const key = fc.constantFrom(
      '!root-password',
      '!users',
      '!any',
      'psk',
      'enc_password',
      'api_token',
      'passwrd',
    );
    fc.assert(
      fc.property(
        fc.dictionary(key, hidden, { minKeys: 1 }),
        fc.nat(3),
        fc.boolean(),
        (secrets, indent, inner) => {
          const changed = inner
            ? { ...minimalConfig, 'x-any': { list: [secrets] } }
            : { ...minimalConfig, ...secrets };
          expectNoSecret(JSON.stringify(changed, null, indent));
        },
      ),
    );
  });

  it('neither throws nor prints a secret for faulty credentials', () => {
    const creds = JSON.stringify(
      { '!users': { username: 'ada', '!password': { $secret: 'ada' } }, ada: secret },
      null,
      1,
    );
    const value = creds.indexOf(secret);
    fc.assert(
      fc.property(fc.nat(creds.length), fc.nat(3), noise, (at, remove, insert) => {
        fc.pre(at + remove <= value - 8 || at >= value + secret.length + 1);
        expectNoSecret(JSON.stringify(minimalConfig), creds.slice(0, at) + insert + creds.slice(at + remove));
      }),
    );
  });
});
