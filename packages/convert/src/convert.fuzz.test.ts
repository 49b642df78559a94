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
/** Of a busy machine; they take some seconds. */
const LIMIT = 120_000;

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
  readonly holder: JsonObject | JsonValue[];
  readonly key: string;
}

/** Every place in a value but the outermost. */
function spots(value: JsonValue, pointer = ''): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const place = `${pointer}/${escapePointer(key)}`;
    return [{ pointer: place, holder: value, key }, ...spots((value as JsonObject)[key]!, place)];
  });
}

function inner({ holder, key }: Spot): JsonValue {
  return (holder as JsonObject)[key]!;
}

const keys = [
  ...new Set(
    fixtures.flatMap((value) =>
      spots(value).flatMap(({ holder, key }) => (Array.isArray(holder) ? [] : [key])),
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
      const places = spots(value);
      const place = places[at % places.length];
      if (place === undefined) break;
      const { holder, key: old } = place;
      const put = (name: string, what: JsonValue): void => {
        if (Array.isArray(holder)) holder.push(what);
        else
          Object.defineProperty(holder, name, {
            value: what,
            enumerable: true,
            configurable: true,
            writable: true,
          });
      };
      if (how === 'replace') (holder as JsonObject)[old] = other;
      else if (how === 'add') put(key, other);
      else if (how === 'copy') put(key, structuredClone(inner(places[from % places.length]!)));
      else {
        const kept = inner(place);
        if (Array.isArray(holder)) holder.splice(Number(old), 1);
        else delete holder[old];
        if (how === 'rename') put(key, kept);
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
/** Users of all forms, beside each other. */
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
        for (const spot of spots(value)) {
          const leafValue = inner(spot);
          if (!isLeaf(leafValue)) continue;
          const same = valueAt(output, spot.pointer);
          if (same !== undefined && JSON.stringify(same) === JSON.stringify(leafValue)) continue;
          // An empty object may have been filled.
          if (JSON.stringify(leafValue) === '{}' && same !== undefined) continue;
          const place = displayPointer(spot.pointer);
          const about = notes.filter(
            ({ pointer = '' }) => place === pointer || place.startsWith(`${pointer}/`),
          );
          expect(about, `nothing is said of ${spot.pointer}`).not.toEqual([]);
          // A note that says that a key has another name is not enough: its value must be there.
          if (about.some(({ rule }) => rule !== 'converted')) continue;
          const json = JSON.stringify(leafValue);
          const text = typeof leafValue === 'string' ? json.slice(1, -1) : json;
          // Of a record of the list of mirrors only the address is written.
          if (text.startsWith('{\\"url')) continue;
          const bare = typeof leafValue !== 'string' && typeof leafValue !== 'number';
          const isThere =
            bare ||
            text.split(/[\s,]+/).every((word) => written.includes(word)) ||
            about.some(
              ({ message }) =>
                message.includes(text) || message.includes('equal') || message.includes('says what'),
            );
          expect(isThere, `${text} of ${spot.pointer} is lost`).toBe(true);
        }
      }),
    );
  },
  LIMIT,
);

it(
  'a second conversion changes nothing, and what is not missing passes that part of the check',
  () => {
    fc.assert(
      fc.property(mutated, (value) => {
        const { text, findings } = convertText(JSON.stringify(value), undefined, 'all');
        expect(convertText(text!).text).toBe(text);
        const check = checkConfiguration({ config: { file: 'new.json', text: text! } });
        const missing = check.findings.filter(
          ({ rule }) => rule === 'missing-key' || rule === 'no-credentials',
        );
        // Credentials alone are none of a configuration.
        const whole = findings.every(({ rule }) => rule !== 'credentials-file');
        if (whole && !hasErrors(findings))
          expect(missing.filter(({ pointer }) => pointer === '')).toEqual([]);
        expect(check.findings.map(({ rule }) => rule)).not.toContain('critical-legacy-key');
      }),
    );
  },
  LIMIT,
);

it(
  'what gave orders is in the output, says nothing, or keeps the file from being converted',
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
        // Groups are rights of a user.
        expect(leftOut.filter(({ pointer = '' }) => !pointer.endsWith('/groups'))).toEqual([]);
      }),
    );
  },
  LIMIT,
);

it(
  'users that were written in another form are users that the check takes for some',
  () => {
    fc.assert(
      fc.property(mutatedUsers, (value) => {
        const { text, findings } = convertText(JSON.stringify(value));
        if (
          text === undefined ||
          !findings.some(({ message }) => message.endsWith('becomes a list in !users'))
        )
          return;
        // A value that is not a list of users is unchanged, for the check to reject.
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
  LIMIT,
);

it(
  'every finding has a place, and no secret is shown, with and without credentials',
  () => {
    const fixed = JSON.stringify(fixtures[5]);
    fc.assert(
      fc.property(mutated, fc.boolean(), (value, withCredentials) => {
        const text = JSON.stringify(value, null, 2);
        const creds = withCredentials ? fixed : undefined;
        const result = convertText(text, creds);
        for (const { range, message } of result.findings) expect(range, message).toBeDefined();
        const shown = printFindings(result) + renderJson('old.json', result.findings);
        // A secret that was moved out of its key is any text.
        fc.pre(secretsStayed(value));
        expect(shown).not.toContain(canary);
      }),
    );
  },
  LIMIT,
);

/** A secret below another key is any text. */
function secretsStayed(value: JsonValue): boolean {
  return spots(value).every((spot) => {
    const held = inner(spot);
    return typeof held !== 'string' || !held.includes(canary) || /pass|!|enc_|users/.test(spot.pointer);
  });
}
