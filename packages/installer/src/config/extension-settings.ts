import { Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type {
  AccountExtension as WrittenAccount,
  DiskExtension,
  InstallerConfig,
  ListedPartition as WrittenPartition,
  PartitionKind,
  PassphraseReference,
  PackageRepository,
  Swap,
} from '../schema/types.gen.ts';
import { ownValue } from './own-value.ts';
import type {
  AccountExtension,
  DiskSettings,
  Features,
  FileSystemSettings,
  ListedPartition,
  LuksSettings,
  Repository,
  Settings,
} from './settings.ts';
import { parseServer } from './mirror-server.ts';

/**
 * Returns the settings of `x-writ` except those of the accounts. A file that states a default has the same settings,
 * and therefore the same plan, as a file that omits it.
 *
 * @param secrets the credentials' values by key
 */
export function toExtensionSettings(
  { 'x-writ': { desktops = [], disk, features, repositories = [], swap } = {} }: InstallerConfig,
  secrets: Readonly<Record<string, unknown>>,
): Pick<Settings, 'desktops' | 'disk' | 'features' | 'swap' | 'thirdParty'> {
  return {
    ...defined({
      desktops: desktops.length === 0 ? undefined : [...new Set(desktops)],
      disk: nonEmpty(toDisk(disk, secrets)),
      features: nonEmpty(toFeatures(features)),
      swap: toSwap(swap),
      thirdParty: repositories.length === 0 ? undefined : repositories.map(toRepository),
    }),
  };
}

function toRepository({
  name,
  servers,
  signatures = 'required',
  fingerprint,
  key,
}: PackageRepository): Repository {
  return {
    name,
    servers: servers.map(parseServer),
    signatures,
    // Without signatures, the key has no use, and must not be trusted for other repositories.
    ...(signatures === 'none' ? {} : defined({ fingerprint, key })),
  };
}

function toSwap(swap: Swap | undefined): Settings['swap'] {
  if (swap === undefined || swap.kind === 'none') return undefined;
  const { kind } = swap;
  const size = toMebibytes(swap.size);
  if (kind === 'zram') return { kind, ...defined({ size }) };
  // A missing size is reported by another check; 0 is only a placeholder.
  return { kind, size: size ?? 0, ...(swap.hibernate === true ? { hibernate: true } : {}) };
}

function toDisk(
  { home, btrfs, luks, raid, layout, partitions = [], 'file-system': kind = 'ext4' }: DiskExtension = {},
  secrets: Readonly<Record<string, unknown>>,
): DiskSettings {
  if (layout === 'mounted') return { mounted: true };
  return {
    ...(layout === 'partitions' ? { partitions: partitions.map((entry) => toPartition(entry, kind)) } : {}),
    ...defined({ fileSystem: toFileSystem(usesBtrfs(layout, partitions) ? 'btrfs' : kind, btrfs) }),
    ...(home === undefined
      ? {}
      : { home: defined({ size: toMebibytes(home.size), rootSize: toMebibytes(home['root-size']) }) }),
    ...(luks === undefined ? {} : { luks: toLuks(luks, secrets) }),
    ...defined({ raid }),
  };
}

/** True if a listed partition contains btrfs, so that its settings have an effect. */
function usesBtrfs(layout: DiskExtension['layout'], partitions: readonly WrittenPartition[]): boolean {
  return layout === 'partitions' && partitions.some((entry) => entry['file-system'] === 'btrfs');
}

/** @param standard the file system of / and /home */
function toPartition(
  {
    drive = 0,
    kind,
    keep,
    size,
    mount,
    options = [],
    label,
    luks,
    'file-system': fileSystem,
  }: WrittenPartition,
  standard: NonNullable<DiskExtension['file-system']>,
): ListedPartition {
  const format = keep?.format ?? false;
  const created = keep === undefined || format;
  return {
    drive: drive === 1 ? 1 : 0,
    ...defined({
      kind,
      keep: keep === undefined ? undefined : { uuid: keep.partuuid.toLowerCase(), format },
      size:
        toMebibytes(size) ?? (kind === 'bios' && keep === undefined && size === undefined ? 1 : undefined),
      fileSystem: created ? (fileSystem ?? standardFileSystem(kind, standard)) : undefined,
      mountPoint: mount ?? (kind === undefined ? undefined : MOUNT_POINTS[kind]),
      options: options.length === 0 ? undefined : options,
      label,
      luks: luks === true ? luks : undefined,
    }),
  };
}

/** The mount points of the kinds of partitions that have a fixed one. */
export const MOUNT_POINTS: Readonly<Partial<Record<PartitionKind, string>>> = {
  efi: '/boot',
  boot: '/boot',
  root: '/',
  home: '/home',
};

function standardFileSystem(
  kind: PartitionKind | undefined,
  standard: NonNullable<DiskExtension['file-system']>,
): ListedPartition['fileSystem'] {
  switch (kind) {
    case 'efi':
      return 'vfat';
    case 'boot':
      return 'ext4';
    case 'root':
    case 'home':
    case 'data':
      return standard;
    default:
      return undefined;
  }
}

function toLuks(
  {
    '!passphrase': written,
    'kdf-memory': kdfMemory,
    'kdf-rounds': kdfRounds,
  }: NonNullable<DiskExtension['luks']>,
  secrets: Readonly<Record<string, unknown>>,
): LuksSettings {
  const given = typeof written === 'string' ? written : ownValue(secrets, written.$secret);
  const passphrase =
    typeof given === 'string'
      ? new Secret(given)
      : ({ kind: 'missing', name: (written as PassphraseReference).$secret } as const);
  return { passphrase, ...defined({ kdfMemory, kdfRounds }) };
}

function toFileSystem(
  kind: NonNullable<DiskExtension['file-system']>,
  { compression = 'zstd', snapshots = 'none', subvolumes }: NonNullable<DiskExtension['btrfs']> = {},
): FileSystemSettings | undefined {
  if (kind === 'ext4') return undefined;
  if (kind === 'xfs' || kind === 'f2fs') return { kind };
  return {
    kind,
    ...(compression === 'none' ? {} : { compression }),
    ...(snapshots === 'none' ? {} : { snapshots }),
    ...defined({ subvolumes: subvolumes?.map(({ name, mount }) => ({ name, mountPoint: mount })) }),
  };
}

/** The permissions with which `useradd` creates home folders. */
export const DEFAULT_HOME_MODE = '0700';

/** Returns the settings of an account, or undefined if all are defaults. */
export function toAccountExtension(written: WrittenAccount | undefined): AccountExtension | undefined {
  if (written === undefined) return undefined;
  const {
    shell,
    groups = [],
    'full-name': fullName = '',
    'home-mode': homeMode = DEFAULT_HOME_MODE,
  } = written;
  const keys = written['authorized-keys'] ?? [];
  return nonEmpty({
    ...(fullName === '' ? {} : { fullName }),
    ...(groups.length === 0 ? {} : { groups: [...new Set(groups)] }),
    ...(shell === undefined || shell === '/bin/bash' ? {} : { shell }),
    ...(homeMode === DEFAULT_HOME_MODE ? {} : { homeMode }),
    ...(keys.length === 0 ? {} : { authorizedKeys: [...new Set(keys)] }),
  });
}

function toFeatures(written: NonNullable<InstallerConfig['x-writ']>['features'] = {}): Features {
  const { bluetooth, printing, fonts, power = 'none', firewall = 'none' } = written;
  return {
    ...(bluetooth === true ? { bluetooth } : {}),
    ...(printing === true ? { printing } : {}),
    ...(fonts === true ? { fonts } : {}),
    ...(power === 'none' ? {} : { power }),
    ...(firewall === 'none' ? {} : { firewall }),
  };
}

const MEBIBYTES: Readonly<Record<string, number>> = { MiB: 1, GiB: 1024, TiB: 1024 * 1024 };

/** Converts a size such as `2GiB` to mebibytes; returns undefined for no size or the remaining space. */
export function toMebibytes(size: string | undefined): number | undefined {
  return size === undefined || size === 'rest'
    ? undefined
    : Number.parseInt(size, 10) * (MEBIBYTES[size.slice(-3)] ?? 1);
}

function nonEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
