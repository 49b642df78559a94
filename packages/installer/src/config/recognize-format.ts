import { defined } from '@writ/diagnostics/internal';
import { findLegacyKey, legacyFormats, type LegacyFormat } from './legacy-keys.ts';
import { isUsersByName, type JsonObject, type JsonValue } from './model.ts';
import { ownValue } from './own-value.ts';

const [old, middle, recent] = legacyFormats;
const allFormats: readonly LegacyFormat[] = legacyFormats;

/** A key that indicates an archinstall format, and the formats that contain this key. */
export interface FormatEvidence {
  /** A top-level key. */
  readonly key: string;
  readonly formats: readonly LegacyFormat[];
}

export interface RecognizedFormat {
  /** Absent for a file in Writ's format, and if neither the keys nor the version indicate one format. */
  readonly format?: LegacyFormat;
  /** The version that the file declares. */
  readonly version?: string;
  /** Empty for a file in Writ's format. */
  readonly evidence: readonly FormatEvidence[];
}

/** Keys that several formats share. */
const sharedKeys: Readonly<Record<string, readonly LegacyFormat[]>> = {
  disk_config: [middle, recent],
  locale_config: [middle, recent],
  mirror_config: [middle, recent],
  profile_config: [middle, recent],
  encryption_password: [middle, recent],
  config_type: [middle, recent],
  device_modifications: [middle, recent],
  encryption_type: [middle, recent],
  hsm_device: [middle, recent],
  lvm_config: [middle, recent],
  partitions: [middle, recent],
  kb_layout: [middle, recent],
  'parallel downloads': [old, middle],
  '!superusers': [old, middle],
};

/** Recognizes the format of a file by its top-level keys, including those whose value is null. */
export function recognizeFormat(top: JsonObject): RecognizedFormat {
  const entries = Object.entries(top);
  const evidence = entries.flatMap(([key, value]): FormatEvidence[] => {
    const found = formatsOf(key, value);
    return found === undefined ? [] : [{ key, formats: found }];
  });
  const version = entries.flatMap(([key, value]) =>
    /^(config_)?version$/.test(key) && typeof value === 'string' && /^\d+\.\d+[\w.]{0,20}$/.test(value)
      ? [value]
      : [],
  )[0];
  const format =
    evidence.length === 0
      ? undefined
      : mostLikelyFormat(
          evidence,
          entries.flatMap(([key, value]) => weakEvidence(key, value)),
          version,
        );
  return {
    evidence,
    ...defined({ format, version }),
  };
}

/** Describes the program and the versions that use a format. */
export function describeFormat({ format }: RecognizedFormat): string {
  return format === undefined ? 'archinstall' : `archinstall ${format}`;
}

function formatsOf(key: string, value: JsonValue): readonly LegacyFormat[] | undefined {
  if (key === 'users') return isObject(value) ? [old] : [recent];
  if (Object.hasOwn(sharedKeys, key)) return sharedKeys[key];
  const known = findLegacyKey(key)?.format;
  if (known !== undefined) return known === 'any' ? allFormats : [known];
  switch (key) {
    case 'bootloader':
      return /^(Systemd-boot|Grub|Efistub|Limine|Refind)$/.test(stringValue(value))
        ? [middle, recent]
        : undefined;
    case 'additional-repositories':
      return Array.isArray(value) ? [old, middle] : undefined;
    case 'mirror-region':
      return typeof value === 'string' || Array.isArray(value) ? [old] : undefined;
    case 'harddrives':
      return typeof value === 'string' ? [old] : undefined;
    case 'profile':
      return formatsOfProfile(value);
    case 'network_config':
      if (isLegacyNetwork(value)) return [old];
      return /^(nm_)?iwd$/.test(stringValue(memberOf(value, 'type'))) ? [recent] : undefined;
    case 'audio_config': {
      const server = memberOf(value, 'audio');
      return typeof server === 'string' && isNoAudio(server) ? [recent] : undefined;
    }
    case '!users':
      if (!isLegacyUsers(value)) return undefined;
      if (!Array.isArray(value)) return [old];
      return value.some((user) => memberOf(user, 'enc_password') !== undefined) ? [recent] : [middle, recent];
    default:
      return undefined;
  }
}

/**
 * Returns the formats suggested by a key that Writ's format also has. Such a key is evidence only together with other
 * keys.
 */
function weakEvidence(key: string, value: JsonValue): (readonly LegacyFormat[])[] {
  if (['harddrives', 'mirror-region', 'sys-language', 'sys-encoding'].includes(key)) return [[old]];
  if (key === 'bootloader') return /^(systemd-bootctl|grub-install)$/.test(stringValue(value)) ? [[old]] : [];
  return key === '!root-password' || key === '!users' ? [[old, middle]] : [];
}

function formatsOfProfile(value: JsonValue): readonly LegacyFormat[] | undefined {
  if (typeof value === 'string') return [old];
  const main = stringValue(memberOf(value, 'main'));
  return /^(Desktop|Minimal|Server|Xorg|Custom)$/.test(main) || Array.isArray(memberOf(value, 'details'))
    ? [middle, recent]
    : undefined;
}

/** Whether a network is a list of interfaces or a single interface. */
export function isLegacyNetwork(value: JsonValue): boolean {
  return Array.isArray(value) || memberOf(value, 'iface') !== undefined;
}

/** Whether a value of `audio` disables sound. */
export function isNoAudio(server: string): boolean {
  return ['none', 'no audio server', ''].includes(server.toLowerCase());
}

function isLegacyUsers(users: JsonValue): boolean {
  if (Array.isArray(users)) return users.every(isObject) && users.some(isLegacyUser);
  if (!isObject(users)) return false;
  const name = ownValue(users, 'username');
  // In the oldest format, the key `username` may be the name of a user, whose value is an object.
  if (name !== undefined && !isObject(name)) return isLegacyUser(users);
  return typeof ownValue(users, 'enc_password') === 'string' || isUsersByName(users, '/!users');
}

function isLegacyUser(user: JsonValue): boolean {
  return ['enc_password', 'groups'].some((key) => memberOf(user, key) !== undefined);
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  return isObject(value) ? ownValue(value, key) : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringValue(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the format with the most evidence. Ties are resolved by the declared version, then by weak evidence, then
 * in favour of the newest format. If every key occurs in all formats, returns the format of the declared version, if
 * there is one.
 */
function mostLikelyFormat(
  evidence: readonly FormatEvidence[],
  weak: readonly (readonly LegacyFormat[])[],
  version: string | undefined,
): LegacyFormat | undefined {
  const decisive = evidence.flatMap(({ formats: of }) => (of.length < allFormats.length ? [of] : []));
  const stated = version === undefined ? undefined : formatOfVersion(version);
  if (decisive.length === 0) return stated;
  const candidates = mostFrequent(allFormats, decisive);
  if (stated !== undefined && candidates.includes(stated)) return stated;
  return mostFrequent(candidates, weak).at(-1);
}

/** Returns the formats in `from` that occur in the largest number of votes. */
function mostFrequent(
  from: readonly LegacyFormat[],
  votes: readonly (readonly LegacyFormat[])[],
): readonly LegacyFormat[] {
  const count = (format: LegacyFormat): number => votes.filter((of) => of.includes(format)).length;
  const most = Math.max(...from.map(count));
  return from.filter((format) => count(format) === most);
}

function formatOfVersion(version: string): LegacyFormat {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  if (major < 2 || (major === 2 && minor <= 5)) return old;
  return major === 2 || (major === 3 && minor === 0 && patch < 5) ? middle : recent;
}
