import type { Diagnostic } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTree } from './json/parse-tree.ts';
import { escapePointer, walk } from './pointers.ts';
import schema from '../schema/schema.json' with { type: 'json' };
import { schemaKeys, configSchema, schemaItems, expandSchema, type Schema } from './schema-view.ts';
import { checkText } from './testing.ts';

const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const uniqueList = <T>(from: fc.Arbitrary<T>, minLength = 0): fc.Arbitrary<T[]> =>
  fc.uniqueArray(from, { minLength, maxLength: 4 });
const password = oneOf<unknown>('plain', `$6$salt$${'a'.repeat(86)}`, { $secret: 'name' });
const address = oneOf(
  'https://a.example/$repo/os/$arch',
  'http://b.example/$repo/os/$arch',
  'file:///m/$repo/$arch',
);
const enumOf = (name: keyof typeof schema.properties): fc.Arbitrary<string> =>
  oneOf(...((schema.properties[name] as { enum?: string[] }).enum ?? []));

/** Valid configurations. */
const valid = fc.record(
  {
    bootloader: enumOf('bootloader'),
    kernels: uniqueList(oneOf('linux', 'linux-lts', 'linux-zen', 'linux-hardened'), 1),
    'mirror-region': fc.oneof(
      fc.constant({}),
      fc.dictionary(oneOf('Germany', 'Worldwide'), fc.constant({})),
      fc.dictionary(oneOf('Mine', 'Yours'), fc.uniqueArray(address, { minLength: 1 })),
      fc.dictionary(oneOf('Mine'), fc.dictionary(address, fc.constant(true), { minKeys: 1 })),
    ),
    '!root-password': password,
    '!users': fc.oneof(
      fc.record({ username: oneOf('ada', 'bob'), '!password': password, sudo: fc.boolean() }),
      fc.uniqueArray(fc.record({ username: oneOf('ada', 'bob', '_c'), '!password': password }), {
        selector: ({ username }) => username,
        minLength: 1,
      }),
    ),
    'additional-repositories': enumOf('additional-repositories'),
    audio_config: fc.record({ audio: oneOf('pipewire', 'pulseaudio') }),
    'custom-commands': uniqueList(fc.constant('true')),
    harddrives: fc.uniqueArray(oneOf('/dev/vda', 'serial=1'), { maxLength: 2 }),
    hostname: oneOf('a', 'a-b.example'),
    'keyboard-language': oneOf('us', 'de-latin1'),
    network_config: fc.oneof(
      fc.record({ type: oneOf('nm', 'iso', 'none') }),
      fc.record({
        type: fc.constant('manual'),
        nics: fc.uniqueArray(
          fc.record({ iface: oneOf('eth0', 'eth1', 'en*'), ip: oneOf('10.0.0.2/8', '2001:db8::2/64') }),
          { selector: ({ iface }) => iface, minLength: 1 },
        ),
      }),
    ),
    ntp: fc.boolean(),
    packages: uniqueList(oneOf('git', 'vim')),
    services: uniqueList(oneOf('sshd', 'nginx')),
    profile: oneOf<unknown>(
      { main: 'desktop', details: 'sway', gfx_driver: 'Intel (open-source)', greeter_type: 'sddm' },
      { details: 'mariadb' },
      { main: 'custom', custom: [{ packages: 'git', services: 'x', enabled: true }] },
    ),
    timezone: oneOf('UTC', 'Europe/Berlin'),
  },
  { requiredKeys: ['bootloader', 'kernels', 'mirror-region', '!root-password'] },
);

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly schemas: readonly Schema[];
}

/** Every value of a configuration that the schema describes. */
function placesOf(value: unknown, schemas: readonly Schema[], path: readonly string[] = []): Place[] {
  if (schemas.length === 0) return [];
  const here = path.length === 0 ? [] : [{ path, value, schemas }];
  if (Array.isArray(value)) {
    return [
      ...here,
      ...value.flatMap((item, index) => placesOf(item, schemaItems(schemas), [...path, String(index)])),
    ];
  }
  if (typeof value !== 'object' || value === null) return here;
  const { keys, others } = schemaKeys(schemas);
  const inner = Object.entries(value).flatMap(([key, item]) => {
    const own = keys.get(key);
    return placesOf(item, own === undefined ? others : [own], [...path, key]);
  });
  return [...here, ...inner];
}

const pointerOf = (path: readonly string[]): string => path.map((key) => `/${escapePointer(key)}`).join('');

/**
 * Returns the configuration with a change at a path; `change` receives the enclosing object or list, and the
 * key.
 */
function changeAt(
  config: object,
  path: readonly string[],
  change: (outer: any, key: string) => void,
): string {
  const copy = structuredClone(config);
  let outer: any = copy;
  for (const key of path.slice(0, -1)) outer = outer[key];
  change(outer, path.at(-1)!);
  return JSON.stringify(copy, null, 2);
}

/** The findings about the value at a path. Each finding must be inside the value's range. */
function findingsAt(text: string, path: readonly string[]): Diagnostic[] {
  const pointer = pointerOf(path);
  const found = [...walk(parseTree(text).root!)].find((step) => step.pointer === pointer)!;
  const start = found.member?.keyRange.start ?? found.node.start;
  return checkText(text).findings.filter(
    ({ pointer: reported, range }) =>
      reported === pointer && range!.start.offset >= start && range!.end.offset <= found.node.end,
  );
}

/** A valid configuration, and one of its values. */
const anyPlace = valid.chain((config) => {
  const places = placesOf(config, [configSchema]);
  return fc.record({ config: fc.constant(config), place: oneOf(...places) });
});

const typesOf = (schemas: readonly Schema[]): Set<string | undefined> =>
  new Set(schemas.flatMap(expandSchema).map(({ type }) => type));

describe('a valid configuration', () => {
  it('has no error', () => {
    fc.assert(
      fc.property(valid, (config) => {
        const { findings } = checkText(JSON.stringify(config));
        expect(
          findings.filter(({ severity, rule }) => severity === 'error' && rule !== 'uki-needs-efi-loader'),
        ).toEqual([]);
      }),
    );
  });

  it('with a value of the wrong type has an error at the value', () => {
    const others: readonly [string, unknown][] = [
      ['number', 5],
      ['string', 'x'],
      ['boolean', true],
      ['array', []],
      ['object', {}],
    ];
    fc.assert(
      fc.property(anyPlace, oneOf(...others), ({ config, place: { path, schemas } }, [type, value]) => {
        fc.pre(!typesOf(schemas).has(type));
        const text = changeAt(config, path, (outer, key) => (outer[key] = value));
        expect(findingsAt(text, path).map(({ severity }) => severity)).toContain('error');
      }),
    );
  });

  it('with a value that is not in its enumeration has an error at the value', () => {
    fc.assert(
      fc.property(
        anyPlace,
        fc.string({ minLength: 1 }),
        ({ config, place: { path, schemas, value } }, letters) => {
          const names = schemas.flatMap(expandSchema).flatMap((part) => part.enum ?? []);
          fc.pre(names.length > 0);
          const text = changeAt(config, path, (outer, key) => (outer[key] = `${String(value)}${letters}`));
          fc.pre(!names.includes(`${String(value)}${letters}`.toLowerCase()));
          expect(findingsAt(text, path)).toMatchObject([{ rule: 'not-allowed', severity: 'error' }]);
        },
      ),
    );
  });

  it('with a null value has a finding at the value', () => {
    fc.assert(
      fc.property(anyPlace, ({ config, place: { path } }) => {
        // In a list, null is not ignored, but has the wrong type.
        const text = changeAt(config, path, (outer, key) => (outer[key] = null));
        expect(findingsAt(text, path).length).toBeGreaterThan(0);
      }),
    );
  });

  it('with a misspelt key has a warning at the key', () => {
    fc.assert(
      fc.property(anyPlace, oneOf('z', '_', '2'), ({ config, place: { path } }, letter) => {
        const key = path.at(-1)!;
        const outer = path.slice(0, -1);
        fc.pre(!/^\d+$/.test(key) && outer[0] !== 'mirror-region' && key !== '$secret');
        const text = changeAt(config, path, (object, name) => {
          object[name + letter] = object[name];
          delete object[name];
        });
        expect(findingsAt(text, [...outer, key + letter])).toMatchObject([
          { rule: 'unknown-key', severity: 'warning' },
        ]);
      }),
    );
  });

  it('with a duplicate key has an error at the second key', () => {
    fc.assert(
      fc.property(anyPlace, ({ config, place: { path } }) => {
        const key = path.at(-1)!;
        fc.pre(!/^\d+$/.test(key));
        const text = JSON.stringify(config, null, 2);
        const found = [...walk(parseTree(text).root!)].find((step) => step.pointer === pointerOf(path))!;
        const member = text.slice(found.member!.keyRange.start, found.node.end);
        const twice = `${text.slice(0, found.node.end)}, ${member}${text.slice(found.node.end)}`;
        const { findings } = checkText(twice);
        expect(findings).toMatchObject([{ rule: 'duplicate-key', severity: 'error' }]);
        expect(findings[0]?.range?.start.offset).toBe(found.node.end + 2);
        expect(findings[0]?.related?.[0]?.range?.start.offset).toBe(found.member!.keyRange.start);
      }),
    );
  });

  it('without a required key has an error at the bracket of its object', () => {
    const removable = oneOf(
      ['bootloader'],
      ['kernels'],
      ['mirror-region'],
      ['!users', '0', 'username'],
      ['network_config', 'nics', '0', 'iface'],
    );
    fc.assert(
      fc.property(valid, removable, (config, path) => {
        let value: any = config;
        for (const key of path) value = value?.[key];
        fc.pre(value !== undefined);
        const text = changeAt(config, path, (outer, key) => delete outer[key]);
        const outer = path.slice(0, -1);
        const found = [...walk(parseTree(text).root!)].find((step) => step.pointer === pointerOf(outer))!;
        const missing = checkText(text).findings.filter(({ rule }) => rule === 'missing-key');
        expect(missing).toMatchObject([{ severity: 'error', pointer: pointerOf(outer) }]);
        expect(missing[0]?.range?.start.offset).toBe(found.node.start);
        expect(missing[0]?.range?.end.offset).toBe(found.node.start + 1);
      }),
    );
  });
});

describe('a valid configuration with one syntax error', () => {
  const written = valid.map((config) => JSON.stringify(config, null, 2));
  const positionOf = (text: string, letter: string, which: number): number => {
    // Only the characters that JSON.stringify writes at the end of a line are outside strings.
    const places = [...text.matchAll(new RegExp(`\\${letter}$`, 'gm'))].map(({ index }) => index);
    return places.length === 0 ? -1 : places[which % places.length]!;
  };

  it.each<[string, string, (text: string, which: number) => { text: string; place: number } | undefined]>([
    [
      'a missing comma',
      'missing-comma',
      (text, which) => {
        const place = positionOf(text, ',', which);
        return place < 0 ? undefined : { text: text.slice(0, place) + text.slice(place + 1), place };
      },
    ],
    [
      'a trailing comma',
      'trailing-comma',
      (text, which) => {
        const ends = [...text.matchAll(/[^[{,]\n *[\]}]/g)].map(({ index }) => index + 1);
        const place = ends[which % ends.length]!;
        return { text: `${text.slice(0, place)},${text.slice(place)}`, place };
      },
    ],
    [
      'a comment',
      'comment',
      (text, which) => {
        const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
        const place = ends[which % ends.length]!;
        return { text: `${text.slice(0, place)} // x${text.slice(place)}`, place: place + 1 };
      },
    ],
    [
      'a missing colon',
      'missing-colon',
      (text, which) => {
        const colons = [...text.matchAll(/(?<="): /g)].map(({ index }) => index);
        const place = colons[which % colons.length]!;
        return { text: `${text.slice(0, place)}${text.slice(place + 1)}`, place };
      },
    ],
  ])('has one finding, located at the error: %s', (_name, rule, damage) => {
    fc.assert(
      fc.property(written, fc.nat(), (text, which) => {
        const damaged = damage(text, which);
        if (damaged === undefined) return;
        const { findings } = checkText(damaged.text);
        expect(findings).toMatchObject([{ rule, severity: 'error' }]);
        expect(findings[0]?.range?.start.offset).toBe(damaged.place);
      }),
    );
  });
});
