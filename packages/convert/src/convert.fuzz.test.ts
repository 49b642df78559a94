import { hasErrors, renderJson } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkConfiguration } from '@writ/installer/check';
import {
  escapePointer,
  isCriticalKey,
  type JsonObject,
  type JsonValue,
  pointerKeys,
  displayPointer,
} from '@writ/installer/internal';
import { convertText, fixture, printFindings } from './testing.ts';

const canary = 'c4n4ryS3cr3t';
/** Time limit in milliseconds. The tests take seconds, or longer on a busy machine. */
const TIMEOUT_MS = 120_000;

const fixtureNames = [
  'oldest',
  'up-to-2.5',
  '2.6-to-3.0',
  '3.0.5-or-newer',
  '2.6-to-3.0.creds',
  '3.0.5-or-newer.creds',
];
const fixtures = fixtureNames.map(
  (name) => JSON.parse(String(fixture(`${name}.json`).text).replaceAll('planted', canary)) as JsonObject,
);

interface Spot {
  readonly pointer: string;
  readonly parent: JsonObject | JsonValue[];
  readonly key: string;
}

/** All nested values of a value. */
function nestedSpots(value: JsonValue, pointer = ''): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const place = `${pointer}/${escapePointer(key)}`;
    return [{ pointer: place, parent: value, key }, ...nestedSpots((value as JsonObject)[key]!, place)];
  });
}

function valueOfSpot({ parent, key }: Spot): JsonValue {
  return (parent as JsonObject)[key]!;
}

const keys = [
  ...new Set(
    fixtures.flatMap((value) =>
      nestedSpots(value).flatMap(({ parent, key }) => (Array.isArray(parent) ? [] : [key])),
    ),
  ),
  'foo',
  '__proto__',
  'a/b~c',
  '$secret',
  'iface',
  'enabled',
];
const leaf = fc.oneof(
  fc.constantFrom<JsonValue>(
    '',
    'none',
    'nm',
    'Grub',
    'Desktop',
    'KDE Plasma',
    'iwd',
    'testing',
    'a b',
    '{"url":1}',
    'https://x/$repo/$arch',
    true,
    false,
    null,
    0,
    42.5,
    1e300,
  ),
  fc.string({ maxLength: 5 }),
);
const anything: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 3 }),
  ) as fc.Arbitrary<JsonValue>,
})).value;

const edit = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'rename', 'add', 'copy'),
  key: fc.constantFrom(...keys),
  value: anything,
  from: fc.nat(),
});

const mutated = fc
  .record({ base: fc.constantFrom(...fixtures), edits: fc.array(edit, { maxLength: 4 }) })
  .map(({ base, edits }) => {
    const value = structuredClone(base);
    for (const { at, how, key, value: other, from } of edits) {
      const places = nestedSpots(value);
      const place = places[at % places.length];
      if (place === undefined) break;
      const { parent, key: old } = place;
      const put = (name: string, what: JsonValue): void => {
        if (Array.isArray(parent)) parent.push(what);
        else
          Object.defineProperty(parent, name, {
            value: what,
            enumerable: true,
            configurable: true,
            writable: true,
          });
      };
      if (how === 'replace') (parent as JsonObject)[old] = other;
      else if (how === 'add') put(key, other);
      else if (how === 'copy') put(key, structuredClone(valueOfSpot(places[from % places.length]!)));
      else {
        const removed = valueOfSpot(place);
        if (Array.isArray(parent)) parent.splice(Number(old), 1);
        else delete parent[old];
        if (how === 'rename') put(key, removed);
      }
    }
    return value;
  });

const names = fc.constantFrom('ada', 'username', '!password', 'sudo', 'groups');
const account = fc.oneof(
  leaf,
  fc.dictionary(
    fc.constantFrom('username', '!password', 'password', 'enc_password', 'sudo', 'groups', '$secret'),
    fc.oneof(leaf, fc.constantFrom(`$6$salt$${'a'.repeat(86)}`, '!'), fc.constant({ $secret: 'ada' })),
  ),
);
const accounts = fc.oneof(fc.dictionary(names, account), fc.array(account), leaf);
/** Users in all formats, combined in one file. */
const mutatedUsers = fc
  .record(
    { '!users': accounts, users: accounts, superusers: accounts, '!superusers': accounts },
    { requiredKeys: [] },
  )
  .map((users) => ({ ...users, auth_config: null, silent: true, '!root-password': 'x' }));

function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as JsonObject)[key]
        : undefined;
  }
  return found;
}

function isLeaf(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

it(
  'every value of a file is in the output or in a finding',
  () => {
    fc.assert(
      fc.property(mutated, (value) => {
        const result = convertText(JSON.stringify(value, null, 1), undefined, 'all');
        const output = JSON.parse(result.text!) as JsonObject;
        const written = result.text!;
        const notes = result.findings.filter(({ pointer }) => pointer !== undefined && pointer !== '');
        for (const spot of nestedSpots(value)) {
          const leafValue = valueOfSpot(spot);
          if (!isLeaf(leafValue)) continue;
          const same = valueAt(output, spot.pointer);
          if (same !== undefined && JSON.stringify(same) === JSON.stringify(leafValue)) continue;
          // The conversion may have added members to an empty object.
          if (JSON.stringify(leafValue) === '{}' && same !== undefined) continue;
          const place = displayPointer(spot.pointer);
          const about = notes.filter(
            ({ pointer = '' }) => place === pointer || place.startsWith(`${pointer}/`),
          );
          expect(about, `no finding about ${spot.pointer}`).not.toEqual([]);
          // A note about a renamed key is not sufficient: the output must contain the key's value.
          if (about.some(({ rule }) => rule !== 'converted')) continue;
          const json = JSON.stringify(leafValue);
          const text = typeof leafValue === 'string' ? json.slice(1, -1) : json;
          // Of a mirror list record, the output contains only the address.
          if (text.startsWith('{\\"url')) continue;
          const bare = typeof leafValue !== 'string' && typeof leafValue !== 'number';
          const isWritten =
            bare ||
            text.split(/[\s,]+/).every((word) => written.includes(word)) ||
            about.some(
              ({ message }) =>
                message.includes(text) || message.includes('equal') || message.includes('duplicates'),
            );
          expect(isWritten, `${text} of ${spot.pointer} is lost`).toBe(true);
        }
      }),
    );
  },
  TIMEOUT_MS,
);

it(
  'a second conversion changes nothing, and a required key is missing only if the conversion reported it',
  () => {
    fc.assert(
      fc.property(mutated, (value) => {
        const { text, findings } = convertText(JSON.stringify(value), undefined, 'all');
        expect(convertText(text!).text).toBe(text);
        const check = checkConfiguration({ config: { file: 'new.json', text: text! } });
        const missing = check.findings.filter(
          ({ rule }) => rule === 'missing-key' || rule === 'no-credentials',
        );
        // A credentials file is not a complete configuration.
        const whole = findings.every(({ rule }) => rule !== 'credentials-file');
        if (whole && !hasErrors(findings))
          expect(missing.filter(({ pointer }) => pointer === '')).toEqual([]);
        expect(check.findings.map(({ rule }) => rule)).not.toContain('critical-legacy-key');
      }),
    );
  },
  TIMEOUT_MS,
);

it(
  'a critical setting is converted, has no effect, or prevents the conversion',
  () => {
    fc.assert(
      fc.property(mutated, (value) => {
        const first = convertText(JSON.stringify(value));
        expect(first.text === undefined).toBe(first.acceptable.length > 0);
        expect(hasErrors(first.findings.filter(({ rule }) => rule === 'setting-lost'))).toBe(
          first.acceptable.length > 0,
        );
        const { findings, needless } = convertText(JSON.stringify(value), undefined, first.acceptable);
        expect(needless).toEqual([]);
        const leftOut = findings.filter(
          ({ rule, pointer = '' }) =>
            rule === 'no-equivalent' && isCriticalKey(pointerKeys(pointer)[0] ?? ''),
        );
        // Groups are not credentials, so they are left out with a warning.
        expect(leftOut.filter(({ pointer = '' }) => !pointer.endsWith('/groups'))).toEqual([]);
      }),
    );
  },
  TIMEOUT_MS,
);

it(
  'a check accepts users that were converted from another format',
  () => {
    fc.assert(
      fc.property(mutatedUsers, (value) => {
        const { text, findings } = convertText(JSON.stringify(value));
        if (
          text === undefined ||
          !findings.some(({ message }) => message.endsWith('becomes a list in !users'))
        )
          return;
        // A value that is not a list of users is copied unchanged, and the check rejects it.
        const { '!users': written } = JSON.parse(text) as JsonObject;
        if (JSON.stringify(written) === JSON.stringify(value['!users'])) return;
        const check = checkConfiguration({ config: { file: 'new.json', text } });
        const wrong = check.findings.filter(
          ({ rule, pointer = '' }) =>
            pointer.startsWith('/!users') &&
            ['wrong-type', 'missing-key', 'unknown-key'].includes(rule ?? ''),
        );
        expect(wrong).toEqual([]);
      }),
    );
  },
  TIMEOUT_MS,
);

it(
  'every finding has a location, and no secret is printed, with or without credentials',
  () => {
    const fixed = JSON.stringify(fixtures[5]);
    fc.assert(
      fc.property(mutated, fc.boolean(), (value, withCredentials) => {
        const text = JSON.stringify(value, null, 2);
        const creds = withCredentials ? fixed : undefined;
        const result = convertText(text, creds);
        for (const { range, message } of result.findings) expect(range, message).toBeDefined();
        const shown = printFindings(result) + renderJson('old.json', result.findings);
        // A secret that was moved to an ordinary key is an ordinary string.
        fc.pre(secretsStayed(value));
        expect(shown).not.toContain(canary);
      }),
    );
  },
  TIMEOUT_MS,
);

/** Whether all secrets are still below secret keys. */
function secretsStayed(file: JsonValue): boolean {
  return nestedSpots(file).every((spot) => {
    const value = valueOfSpot(spot);
    return typeof value !== 'string' || !value.includes(canary) || /pass|!|enc_|users/.test(spot.pointer);
  });
}
