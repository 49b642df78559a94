import { eraKey } from '../eras.ts';
import { isNone } from './topics/audio.ts';
import { isOld as isOldNetwork } from './topics/network.ts';
import { isOldUsers } from './topics/users.ts';
import type { Item } from './item.ts';

/** In the order of time. */
export const eras = ['up to 2.5', '2.6 to 3.0', '3.0.5 or newer'] as const;
export type ProgramEra = (typeof eras)[number];

const [old, middle, recent] = eras;
const all: readonly ProgramEra[] = eras;

/** What tells that a file was written for another program, and by which of its eras it was read. */
export interface Sign {
  readonly item: Item;
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

export function recognize(top: readonly Item[]): Recognized {
  const signs = top.flatMap((item): Sign[] => {
    const found = erasOf(item);
    return found === undefined ? [] : [{ item, eras: found }];
  });
  const version = top.flatMap(({ key, text = '' }) =>
    /^(config_)?version$/.test(key) && /^\d+\.\d+[\w.]{0,20}$/.test(text) ? [text] : [],
  )[0];
  const era = signs.length === 0 ? undefined : likeliest(signs, top.flatMap(leaning), version);
  return {
    signs,
    ...(era === undefined ? {} : { era }),
    ...(version === undefined ? {} : { version }),
  };
}

/** The program that read such a file. */
export function programOf({ era }: Recognized): string {
  return era === undefined ? 'archinstall' : `archinstall ${era}`;
}

/** Whether a file holds nothing but what people keep in a second one. */
export function isCredentials(top: readonly Item[]): boolean {
  return (
    top.length > 0 &&
    top.every(({ key }) =>
      /^(!root-password|!?users|!?superusers|root_enc_password)$|encryption.*password/i.test(key),
    )
  );
}

function erasOf(item: Item): readonly ProgramEra[] | undefined {
  const { key, kind, text } = item;
  if (key === 'users') return kind === 'object' ? [old] : [recent];
  if (Object.hasOwn(lasting, key)) return lasting[key];
  const known = eraKey(key)?.era;
  if (known !== undefined) return known === 'any' ? all : [known];
  switch (key) {
    case 'bootloader':
      return /^(Systemd-boot|Grub|Efistub|Limine|Refind)$/.test(text ?? '') ? [middle, recent] : undefined;
    case 'additional-repositories':
      return kind === 'array' ? [old, middle] : undefined;
    case 'mirror-region':
      return text !== undefined || kind === 'array' ? [old] : undefined;
    case 'harddrives':
      return text === undefined ? undefined : [old];
    case 'profile':
      return erasOfProfile(item);
    case 'network_config':
      if (isOldNetwork(item)) return [old];
      return /^(nm_)?iwd$/.test(item.get('type')?.text ?? '') ? [recent] : undefined;
    case 'audio_config':
      return isNone(item.get('audio')?.text) ? [recent] : undefined;
    case '!users':
      if (!isOldUsers(item)) return undefined;
      if (kind === 'object') return [old];
      return item.inner.some((user) => user.get('enc_password') !== undefined) ? [recent] : [middle, recent];
    default:
      return undefined;
  }
}

/** Keys of the present format are those of an era too: they say nothing alone, and something beside its other keys. */
function leaning({ key, text }: Item): (readonly ProgramEra[])[] {
  if (['harddrives', 'mirror-region', 'sys-language', 'sys-encoding'].includes(key)) return [[old]];
  if (key === 'bootloader') return /^(systemd-bootctl|grub-install)$/.test(text ?? '') ? [[old]] : [];
  return key === '!root-password' || key === '!users' ? [[old, middle]] : [];
}

function erasOfProfile(item: Item): readonly ProgramEra[] | undefined {
  if (item.text !== undefined) return [old];
  const main = item.get('main')?.text ?? '';
  return /^(Desktop|Minimal|Server|Xorg|Custom)$/.test(main) || item.get('details')?.kind === 'array'
    ? [middle, recent]
    : undefined;
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
