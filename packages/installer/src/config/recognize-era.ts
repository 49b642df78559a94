import { defined } from '@writ/diagnostics/internal';
import { eraKey } from './eras.ts';
import { isOldUsers, type JsonObject, type JsonValue } from './model.ts';
import { ownValue } from './own-value.ts';

/** In the order of time. */
export const eras = ['up to 2.5', '2.6 to 3.0', '3.0.5 or newer'] as const;
export type ProgramEra = (typeof eras)[number];

const [old, middle, recent] = eras;
const all: readonly ProgramEra[] = eras;

/** What tells that a file was written for another program, and by which of its eras it was read. */
export interface Sign {
  /** Of the outermost object. */
  readonly key: string;
  readonly eras: readonly ProgramEra[];
}

export interface Recognized {
  /** Absent: only keys that every era had. */
  readonly era?: ProgramEra;
  /** As the file itself says. */
  readonly version?: string;
  /** None: the file has the present format. */
  readonly signs: readonly Sign[];
}

/** Keys that later eras read as well. */
const lasting: Readonly<Record<string, readonly ProgramEra[]>> = {
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

/** Recognizes a file by the keys of its outermost object, those that are null too. */
export function recognize(top: JsonObject): Recognized {
  const entries = Object.entries(top);
  const signs = entries.flatMap(([key, value]): Sign[] => {
    const found = erasOf(key, value);
    return found === undefined ? [] : [{ key, eras: found }];
  });
  const version = entries.flatMap(([key, value]) =>
    /^(config_)?version$/.test(key) && typeof value === 'string' && /^\d+\.\d+[\w.]{0,20}$/.test(value)
      ? [value]
      : [],
  )[0];
  const era =
    signs.length === 0
      ? undefined
      : likeliest(
          signs,
          entries.flatMap(([key, value]) => leaning(key, value)),
          version,
        );
  return {
    signs,
    ...defined({ era, version }),
  };
}

/** The program that read such a file. */
export function programOf({ era }: Recognized): string {
  return era === undefined ? 'archinstall' : `archinstall ${era}`;
}

function erasOf(key: string, value: JsonValue): readonly ProgramEra[] | undefined {
  if (key === 'users') return isObject(value) ? [old] : [recent];
  if (Object.hasOwn(lasting, key)) return lasting[key];
  const known = eraKey(key)?.era;
  if (known !== undefined) return known === 'any' ? all : [known];
  switch (key) {
    case 'bootloader':
      return /^(Systemd-boot|Grub|Efistub|Limine|Refind)$/.test(textOf(value)) ? [middle, recent] : undefined;
    case 'additional-repositories':
      return Array.isArray(value) ? [old, middle] : undefined;
    case 'mirror-region':
      return typeof value === 'string' || Array.isArray(value) ? [old] : undefined;
    case 'harddrives':
      return typeof value === 'string' ? [old] : undefined;
    case 'profile':
      return erasOfProfile(value);
    case 'network_config':
      if (isOldNetwork(value)) return [old];
      return /^(nm_)?iwd$/.test(textOf(memberOf(value, 'type'))) ? [recent] : undefined;
    case 'audio_config': {
      const server = memberOf(value, 'audio');
      return typeof server === 'string' && isNoAudio(server) ? [recent] : undefined;
    }
    case '!users':
      if (!isUsersOfAnotherEra(value)) return undefined;
      if (!Array.isArray(value)) return [old];
      return value.some((user) => memberOf(user, 'enc_password') !== undefined) ? [recent] : [middle, recent];
    default:
      return undefined;
  }
}

/** Keys of the present format are those of an era too: they say nothing alone, and something beside its other keys. */
function leaning(key: string, value: JsonValue): (readonly ProgramEra[])[] {
  if (['harddrives', 'mirror-region', 'sys-language', 'sys-encoding'].includes(key)) return [[old]];
  if (key === 'bootloader') return /^(systemd-bootctl|grub-install)$/.test(textOf(value)) ? [[old]] : [];
  return key === '!root-password' || key === '!users' ? [[old, middle]] : [];
}

function erasOfProfile(value: JsonValue): readonly ProgramEra[] | undefined {
  if (typeof value === 'string') return [old];
  const main = textOf(memberOf(value, 'main'));
  return /^(Desktop|Minimal|Server|Xorg|Custom)$/.test(main) || Array.isArray(memberOf(value, 'details'))
    ? [middle, recent]
    : undefined;
}

/** A list of interfaces, or an object that is an interface itself. */
export function isOldNetwork(value: JsonValue): boolean {
  return Array.isArray(value) || memberOf(value, 'iface') !== undefined;
}

/** Whether a value of `audio` says that there is to be no sound. */
export function isNoAudio(server: string): boolean {
  return ['none', 'no audio server', ''].includes(server.toLowerCase());
}

function isUsersOfAnotherEra(users: JsonValue): boolean {
  if (Array.isArray(users)) return users.every(isObject) && users.some(isUserOfAnotherEra);
  if (!isObject(users)) return false;
  const name = ownValue(users, 'username');
  // A user of the oldest form may have this very name.
  if (name !== undefined && !isObject(name)) return isUserOfAnotherEra(users);
  return typeof ownValue(users, 'enc_password') === 'string' || isOldUsers(users, '/!users');
}

function isUserOfAnotherEra(user: JsonValue): boolean {
  return ['enc_password', 'groups'].some((key) => memberOf(user, key) !== undefined);
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  return isObject(value) ? ownValue(value, key) : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The era that most keys speak for; of equal ones the file's own version decides, then the keys of the present
 * format, and then the newest.
 */
function likeliest(
  signs: readonly Sign[],
  leanings: readonly (readonly ProgramEra[])[],
  version: string | undefined,
): ProgramEra | undefined {
  const telling = signs.flatMap(({ eras: of }) => (of.length < all.length ? [of] : []));
  const stated = version === undefined ? undefined : eraOfVersion(version);
  if (telling.length === 0) return stated;
  const candidates = mostNamed(all, telling);
  if (stated !== undefined && candidates.includes(stated)) return stated;
  return mostNamed(candidates, leanings).at(-1);
}

/** Those of some eras that occur most often in the votes. */
function mostNamed(
  from: readonly ProgramEra[],
  votes: readonly (readonly ProgramEra[])[],
): readonly ProgramEra[] {
  const count = (era: ProgramEra): number => votes.filter((of) => of.includes(era)).length;
  const most = Math.max(...from.map(count));
  return from.filter((era) => count(era) === most);
}

function eraOfVersion(version: string): ProgramEra {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  if (major < 2 || (major === 2 && minor <= 5)) return old;
  return major === 2 || (major === 3 && minor === 0 && patch < 5) ? middle : recent;
}
