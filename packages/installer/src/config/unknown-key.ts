import { nearest, type Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { legacyKeys } from './legacy-keys.ts';
import { pointerKeys } from './json/tree.ts';
import { locatePointer, valueAt, type Model } from './model.ts';
import { joinWithOr, keyPath } from './wording.ts';
import { knownKeys, type KnownKey } from './schema-view.ts';
import { displayValue, displayKeys } from './secrets.ts';

export interface UnknownKey {
  readonly pointer: string;
  readonly key: string;
  /** The known keys of the same object. */
  readonly known: readonly string[];
}

/** Pointer of the object with the settings that archinstall's format lacks. */
export const EXTENSION = '/x-writ';

/** Hints for frequent wrong keys, by the path of the enclosing object without list indices. */
const suggestions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    kernel: 'did you mean "kernels"?',
    user: 'did you mean "!users"?',
    keymap: 'did you mean "keyboard-language"?',
    keyboard: 'did you mean "keyboard-language"?',
    language: 'did you mean "sys-language"?',
    locale: 'did you mean "sys-language"?',
    network: 'did you mean "network_config"?',
    drives: 'did you mean "harddrives"?',
    disks: 'did you mean "harddrives"?',
    disk: 'did you mean "harddrives"?',
    repositories: 'did you mean "additional-repositories"?',
    mirrors: 'did you mean "mirror-region"?',
  },
  '!users': {
    groups: 'write the groups in x-writ.accounts.NAME.groups',
    name: 'did you mean "username"?',
    password: 'did you mean "!password"?',
  },
  profile: {
    profile: 'did you mean "main"?',
    desktop: 'did you mean "details"?',
    greeter: 'did you mean "greeter_type"?',
    gfx: 'did you mean "gfx_driver"?',
    graphics: 'did you mean "gfx_driver"?',
    custom_settings: 'a profile has no other settings',
    linux_kernel: 'write "kernels" at the top level',
    kernel: 'write "kernels" at the top level',
    audio: 'it belongs in "audio_config"',
  },
  'network_config.nics': {
    interface: 'did you mean "iface"?',
    name: 'did you mean "iface"?',
    address: 'did you mean "ip"?',
    nameservers: 'did you mean "dns"?',
  },
};

/** Creates the finding for an unknown key, and computes a suggestion only if `isShown`. */
export function describeUnknownKey(model: Model, unknown: UnknownKey, isShown: boolean): Diagnostic {
  const { pointer } = unknown;
  const outer = keyPath(pointer.slice(0, pointer.lastIndexOf('/')));
  const where = outer === '' ? '' : ` of ${outer}`;
  if (/^\/!users(\/\d+)?\/enc_password$/.test(pointer) && valueAt(model, pointer) !== undefined) {
    return finding('critical-legacy-key', {
      ...locatePointer(model, pointer, 'key'),
      message: `"enc_password"${where} belongs to archinstall 3.0.5 or newer and has no effect here`,
      hint: 'write "!password" instead: it also accepts a hash',
    });
  }
  const shown = displayValue(displayKeys(pointerKeys(pointer)).at(-1));
  if (pointer.startsWith(`${EXTENSION}/`) || unknown.key.startsWith('x-')) {
    const close = outer === '' ? 'x-writ' : nearestKey(unknown.key, unknown.known);
    return finding('unknown-extension', {
      ...locatePointer(model, pointer, 'key'),
      message: `${shown} is not a known key${where}`,
      ...(outer === '' ? {} : { expected: joinWithOr(unknown.known) }),
      ...(close === undefined ? {} : { hint: `did you mean ${JSON.stringify(close)}?` }),
    });
  }
  return finding('unknown-key', {
    ...locatePointer(model, pointer, 'key'),
    message: `${shown} is not a known key${where} and has no effect`,
    hint: isShown ? findHint(unknown, outer.replaceAll(/\[\d+\]/g, '')) : REMOVE,
  });
}

/** A cache for the next unknown key. */
let everyKey: readonly KnownKey[] | undefined;

function findHint({ key, known }: UnknownKey, object: string): string {
  const table = Object.hasOwn(suggestions, object) ? (suggestions[object] ?? {}) : {};
  const hint = Object.hasOwn(table, key) ? table[key] : undefined;
  if (hint !== undefined) return hint;
  const close = nearestKey(key, known);
  if (close !== undefined) return `did you mean ${JSON.stringify(close)}?`;
  everyKey ??= knownKeys();
  const elsewhere = everyKey.find(({ path }) => path.at(-1) === key);
  const there = elsewhere?.path.slice(0, -1).join('.');
  if (there === '') return 'it belongs at the top level';
  if (there !== undefined && there !== object) return `it belongs in ${JSON.stringify(there)}`;
  const old = object === '' ? nearestKey(key, Object.keys(legacyKeys)) : undefined;
  // A key that shares only its beginning with a known key is probably a different key.
  const legacyKey = old !== undefined && Math.abs(old.length - key.length) <= 3 ? old : undefined;
  const now = legacyKey === undefined ? undefined : legacyKeys[legacyKey]?.replacement;
  if (legacyKey !== undefined) {
    const here = now === undefined ? 'which has no effect in Writ either' : `which is ${now} in Writ`;
    return `archinstall has the key ${JSON.stringify(legacyKey)}, ${here}`;
  }
  return REMOVE;
}

const REMOVE = 'remove it, or begin its name with x- to keep it as a note';

/** A suffix of many keys, ignored in comparisons. */
const configSuffix = /[_-]config$/;

export function nearestKey(key: string, known: readonly string[]): string | undefined {
  const others = known.filter((other) => other !== '$schema');
  // Users most often confuse hyphens and underscores.
  const same = others.find(
    (other) => other.replaceAll('-', '_') === key.toLowerCase().replaceAll(/[ -]/g, '_'),
  );
  if (same !== undefined) return same;
  if (!configSuffix.test(key)) return nearest(key, others);
  const stems = others.filter((other) => configSuffix.test(other));
  const stem = nearest(
    key.replace(configSuffix, ''),
    stems.map((other) => other.replace(configSuffix, '')),
  );
  return stems.find((other) => other.replace(configSuffix, '') === stem);
}
