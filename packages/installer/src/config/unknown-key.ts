import { nearest, type Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding } from './finding-codes.ts';
import { legacyKeys } from './legacy-keys.ts';
import { escapePointer, pointerKeys } from './pointers.ts';
import { ownValue } from './own-value.ts';
import { locatePointer, valueAt, type Model } from './model.ts';
import { joinWithOr, keyPath } from './wording.ts';
import { knownKeys, type KnownKey } from './schema-view.ts';
import { suggest, type Suggestion } from './suggestion.ts';
import { displayValue, displayKeys } from './secrets.ts';

export interface UnknownKey {
  readonly pointer: string;
  readonly key: string;
  /** The known keys of the same object. */
  readonly known: readonly string[];
}

/** Pointer of the object with the settings that archinstall's format lacks. */
export const EXTENSION = '/x-writ';

/** Suggestions for frequent wrong keys, by the path of the enclosing object without list indices. */
const suggestions: Readonly<Record<string, Readonly<Record<string, Suggestion>>>> = {
  '': {
    kernel: suggest('kernels'),
    user: suggest('!users'),
    keymap: suggest('keyboard-language'),
    keyboard: suggest('keyboard-language'),
    language: suggest('sys-language'),
    locale: suggest('sys-language'),
    network: suggest('network_config'),
    drives: suggest('harddrives'),
    disks: suggest('harddrives'),
    disk: suggest('harddrives'),
    repositories: suggest('additional-repositories'),
    mirrors: suggest('mirror-region'),
  },
  '!users': {
    groups: { hint: 'write the groups in x-writ.accounts.NAME.groups' },
    name: suggest('username'),
    password: suggest('!password'),
  },
  profile: {
    profile: suggest('main'),
    desktop: suggest('details'),
    greeter: suggest('greeter_type'),
    gfx: suggest('gfx_driver'),
    graphics: suggest('gfx_driver'),
    custom_settings: { hint: 'a profile has no other settings' },
    linux_kernel: { hint: 'write "kernels" at the top level' },
    kernel: { hint: 'write "kernels" at the top level' },
    audio: { hint: 'it belongs in "audio_config"' },
  },
  'x-writ': {
    'secure-boot': {
      hint: 'Writ does not sign boot files; enroll keys on the installed system, for example with sbctl',
    },
  },
  'x-writ.commands': {
    late: { hint: 'write commands for the new system in custom-commands' },
  },
  'x-writ.disk': {
    encryption: suggest('luks'),
    lvm: { hint: 'Writ does not create logical volumes; use btrfs subvolumes, or home' },
    mdadm: suggest('raid'),
    tpm: { hint: 'enroll the TPM on the installed system, with systemd-cryptenroll' },
  },
  'x-writ.disk.luks': {
    fido2: { hint: 'enroll the key on the installed system, with systemd-cryptenroll' },
    'key-file': { hint: 'add the file on the installed system, with cryptsetup luksAddKey' },
    tpm: { hint: 'enroll the TPM on the installed system, with systemd-cryptenroll' },
    tpm2: { hint: 'enroll the TPM on the installed system, with systemd-cryptenroll' },
  },
  'network_config.nics': {
    interface: suggest('iface'),
    name: suggest('iface'),
    address: suggest('ip'),
    nameservers: suggest('dns'),
  },
};

/**
 * Creates the finding for an unknown key. For a key outside `x-writ`, a suggestion is computed only if `isShown`.
 */
export function describeUnknownKey(model: Model, unknown: UnknownKey, isShown: boolean): Diagnostic {
  const { pointer } = unknown;
  const outer = keyPath(pointer.slice(0, pointer.lastIndexOf('/')));
  const where = outer === '' ? '' : ` of ${outer}`;
  if (/^\/!users(\/\d+)?\/enc_password$/.test(pointer) && valueAt(model, pointer) !== undefined) {
    return finding('critical-legacy-key', {
      ...locatePointer(model, pointer, 'key'),
      message: `"enc_password"${where} is from archinstall 3.0.5 or later and has no effect here`,
      hint: 'write "!password" instead: it also accepts a hash',
    });
  }
  const shown = displayValue(displayKeys(pointerKeys(pointer)).at(-1));
  if (pointer.startsWith(`${EXTENSION}/`) || unknown.key.startsWith('x-')) {
    const close = outer === '' ? 'x-writ' : nearestKey(unknown.key, unknown.known);
    const suggested =
      findFrequent(outer, unknown.key) ?? (close === undefined ? suggestPlace(unknown.key) : suggest(close));
    return finding('unknown-extension', {
      ...locatePointer(model, pointer, 'key'),
      message: `${shown} is not a known key${where}`,
      ...(outer === '' ? {} : { expected: joinWithOr(unknown.known) }),
      ...(suggested === undefined ? {} : suggestKey(model, unknown, suggested)),
    });
  }
  return finding('unknown-key', {
    ...locatePointer(model, pointer, 'key'),
    message: `${shown} is not a known key${where} and has no effect`,
    ...(isShown
      ? suggestKey(model, unknown, findSuggestion(unknown, outer.replaceAll(/\[\d+\]/g, '')))
      : REMOVE),
  });
}

/** The list of all keys, cached for the next unknown key. */
let everyKey: readonly KnownKey[] | undefined;

/** Returns a suggestion, without its correction if the object already has the suggested key. */
function suggestKey(model: Model, { pointer }: UnknownKey, { hint, correction }: Suggestion): Suggestion {
  if (correction === undefined) return defined({ hint });
  const name = JSON.parse(correction) as string;
  const sibling = `${pointer.slice(0, pointer.lastIndexOf('/'))}/${escapePointer(name)}`;
  return defined({ hint, correction: model.locations.has(sibling) ? undefined : correction });
}

function findFrequent(object: string, key: string): Suggestion | undefined {
  return ownValue(ownValue(suggestions, object) ?? {}, key);
}

/** Suggests where to write a key that is in the wrong object of `x-writ`; undefined if this is uncertain. */
function suggestPlace(key: string): Suggestion | undefined {
  everyKey ??= knownKeys();
  const paths = everyKey.map(({ path }) => path).filter((path) => path.at(-1) === key);
  const [place, ...others] = paths.filter(([first]) => first === 'x-writ');
  if (place !== undefined) return others.length > 0 ? undefined : { hint: `write it as ${place.join('.')}` };
  return paths.some((path) => path.length === 1)
    ? { hint: `write it as the top-level key ${key}, outside of x-writ` }
    : undefined;
}

function findSuggestion({ key, known }: UnknownKey, object: string): Suggestion {
  const listed = findFrequent(object, key);
  if (listed !== undefined) return listed;
  const close = nearestKey(key, known);
  if (close !== undefined) return suggest(close);
  everyKey ??= knownKeys();
  const elsewhere = everyKey.find(({ path }) => path.at(-1) === key);
  const there = elsewhere?.path.slice(0, -1).join('.');
  if (there === '') return { hint: 'it belongs at the top level' };
  if (there !== undefined && there !== object) return { hint: `it belongs in ${JSON.stringify(there)}` };
  const old = object === '' ? nearestKey(key, Object.keys(legacyKeys)) : undefined;
  // A key that shares only its beginning with a known key is probably a different key.
  const legacyKey = old !== undefined && Math.abs(old.length - key.length) <= 3 ? old : undefined;
  if (legacyKey === undefined) return REMOVE;
  const now = legacyKeys[legacyKey]?.replacement;
  const here = now === undefined ? 'which has no effect in Writ either' : `which is ${now} in Writ`;
  return { hint: `archinstall has the key ${JSON.stringify(legacyKey)}, ${here}` };
}

const REMOVE: Suggestion = { hint: 'remove it, or begin its name with x- to keep it as a note' };

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
