import { describeDisk, type Disk, type Facts } from '@writ/installer';
import { resolveDevice } from '@writ/installer/internal';
import { isUrl, type MediumSettings } from './kernel-line.ts';

/** The label of a drive with a configuration. */
export const DRIVE_LABEL = 'WRIT';

/** Where the configuration is, or why none can be used. */
export type Location =
  | { readonly kind: 'medium'; readonly path: string }
  /** A drive with the label may contain its credentials. */
  | { readonly kind: 'url'; readonly url: string; readonly device?: string }
  /** On the file system with the label, as config.json. */
  | { readonly kind: 'drive'; readonly device: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** The decision about a configuration. */
export type Decision =
  /** Installs without questions, with these arguments as consent. */
  | { readonly kind: 'install'; readonly consent: readonly string[] }
  /** Asks for consent at the console. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Whether the kernel command line asks for an installation without questions. */
export function isUnattended({ wipe, planSha256 }: MediumSettings): boolean {
  return wipe.length > 0 || planSha256 !== undefined;
}

/** Locates the configuration. The one on the kernel command line takes precedence over the one on a drive. */
export function locateConfiguration(settings: MediumSettings, facts: Facts): Location {
  const { config } = settings;
  if (config !== undefined && !isUrl(config)) return { kind: 'medium', path: config };
  const devices = labelledDevices(facts);
  if (devices.length > 1)
    return {
      kind: 'refused',
      problems: [`${devices.join(' and ')} have the label ${DRIVE_LABEL}: remove all but one`],
    };
  const [device] = devices;
  if (config !== undefined) return { kind: 'url', url: config, ...(device === undefined ? {} : { device }) };
  if (device !== undefined) return { kind: 'drive', device };
  if (!isUnattended(settings)) return { kind: 'none' };
  return {
    kind: 'refused',
    problems: [
      `there is no configuration: connect a drive with the label ${DRIVE_LABEL} and the file config.json, or write writ.config= on the kernel command line`,
    ],
  };
}

/** Returns the devices whose file system has the label. */
export function labelledDevices({ disks }: Facts): string[] {
  return disks
    .flatMap((disk) => [disk, ...disk.partitions])
    .filter(({ signatures }) => signatures.some(({ label }) => label === DRIVE_LABEL))
    .map(({ path }) => path);
}

/**
 * Decides whether a configuration is installed without questions: each of its drives must be named by an identifier
 * that no other drive has, and the kernel command line must name the same drives or the plan.
 *
 * @param drives the items of the configuration's `harddrives`
 */
export function decideInstallation(
  settings: MediumSettings,
  drives: readonly string[],
  facts: Facts,
): Decision {
  if (!isUnattended(settings)) return { kind: 'ask' };
  const { wipe, planSha256 } = settings;
  const found = drives.map((drive) => ({ drive, disk: resolveDevice(drive, facts) }));
  const problems = [
    ...(drives.length === 0
      ? [`the configuration names no drive: add "harddrives" with ${suggestDrives(facts)}`]
      : []),
    ...found.flatMap(({ drive, disk }) => {
      if (!isIdentifier(drive))
        return [
          `the configuration names the drive ${drive}, which may be a different drive after a restart: in "harddrives", write ${suggestDrives(facts)}`,
        ];
      return 'severity' in disk
        ? [[disk.message, disk.expected && `expected ${disk.expected}`].filter(Boolean).join('; ')]
        : checkWipe(disk, wipe, facts);
    }),
    ...unusedSerials(
      wipe,
      found.flatMap(({ disk }) => ('severity' in disk ? [] : [disk])),
    ),
  ];
  if (problems.length > 0) return { kind: 'refused', problems };
  const consent = planSha256 === undefined ? ['--wipe'] : ['--plan-sha256', planSha256];
  return { kind: 'install', consent: ['--yes', ...consent] };
}

function isIdentifier(drive: string): boolean {
  return /^(?:serial|wwn)=./.test(drive) || drive.startsWith('/dev/disk/by-id/');
}

function checkWipe(disk: Disk, wipe: readonly string[], { disks }: Facts): string[] {
  // Without serial numbers, the digest of the plan identifies the drives.
  if (wipe.length === 0) return [];
  if (disk.serial !== undefined && wipe.includes(disk.serial)) {
    const others = disks.filter(({ kind, serial }) => kind === 'disk' && serial === disk.serial);
    return others.length > 1
      ? [`${others.length} drives have the serial number ${disk.serial}: write writ.plan-sha256= instead`]
      : [];
  }
  const what = `the configuration names ${describeDisk(disk)}, but writ.wipe does not`;
  return disk.serial === undefined
    ? [`${what}: it has no serial number; write writ.plan-sha256= instead`]
    : [`${what}: if all data on it may be lost, add ${writeArgument(disk.serial)}`];
}

function unusedSerials(wipe: readonly string[], disks: readonly Disk[]): string[] {
  return wipe
    .filter((serial) => !disks.some((disk) => disk.serial === serial))
    .map((serial) => `writ.wipe names the serial number ${serial}, but the configuration uses no such drive`);
}

function writeArgument(serial: string): string {
  return /\s/.test(serial) ? `writ.wipe="${serial}"` : `writ.wipe=${serial}`;
}

/** The drives of the machine as items of `harddrives`. */
function suggestDrives({ disks, liveMedium }: Facts): string {
  const usable = disks.filter(({ kind, path }) => kind === 'disk' && path !== liveMedium?.disk);
  const items = usable.flatMap(({ serial, wwn, links }) => {
    const byId = links.find((link) => link.startsWith('/dev/disk/by-id/'));
    const item = serial === undefined ? (wwn === undefined ? byId : `wwn=${wwn}`) : `serial=${serial}`;
    return item === undefined ? [] : [JSON.stringify(item)];
  });
  return items.length === 0 ? 'a drive that has a serial number' : items.join(' or ');
}
