import { nearest, type Diagnostic } from '@writ/diagnostics';
import type { Disk, Facts } from '../facts/facts.ts';
import { refusal } from '../finding-codes.ts';
import { describeDisk, diskName } from '../facts/describe-disk.ts';

const SELECTOR = /^(serial|wwn|model)=(.*)$/s;

/**
 * Whether a name refers to a disk: a selector such as `serial=…`, or a path in /dev that does not end in .img
 * or .raw.
 */
export function namesDevice(name: string): boolean {
  return SELECTOR.test(name) || (name.startsWith('/dev/') && !/\.(img|raw)$/.test(name));
}

/**
 * Finds the disk with a path, link or selector. Returns a finding if there is no such disk, if there are
 * several, or if it is not a whole disk or loop device.
 */
export function resolveDevice(name: string, facts: Facts): Disk | Diagnostic {
  const [, mark, value] = SELECTOR.exec(name) ?? [];
  if (mark !== undefined && value !== undefined) return resolveByMark(name, mark as DiskMark, value, facts);
  const disk = facts.disks.find((candidate) => hasName(candidate, name));
  if (disk !== undefined) return checkKind(disk, name);
  const parentDisk = facts.disks.find(({ partitions }) => partitions.some((part) => hasName(part, name)));
  if (parentDisk !== undefined) {
    return refusal('target-kind', `${name} is a partition of ${diskName(parentDisk)}`, {
      expected: 'a whole disk',
      hint: `to wipe the whole disk, specify ${parentDisk.path}`,
    });
  }
  // Kernel names are not suggested, because they are too similar: a suggestion would only guess which disk to
  // wipe.
  const names = installableDisks(facts).flatMap(({ links }) => links);
  return unknownTarget(`there is no disk ${name}`, nearest(name, names), facts);
}

type DiskMark = 'serial' | 'wwn' | 'model';

function resolveByMark(name: string, mark: DiskMark, value: string, facts: Facts): Disk | Diagnostic {
  const normalized = normalizeMark(mark, value);
  if (normalized === '') return unknownTarget(`${name} has no value`, undefined, facts);
  const found = facts.disks.filter((disk) => normalizeMark(mark, disk[mark] ?? '') === normalized);
  const [only] = found;
  if (only === undefined) {
    const values = installableDisks(facts).flatMap((disk) => disk[mark] ?? []);
    const suggestion = nearest(value, values);
    return unknownTarget(
      `no disk has ${mark} ${value}`,
      suggestion === undefined ? undefined : `${mark}=${suggestion}`,
      facts,
    );
  }
  if (found.length === 1) return checkKind(only, name);
  return refusal('target-ambiguous', `${found.length} disks have ${mark} ${value}`, {
    expected: `exactly one of these disks: ${found.map(describeDisk).join('; ')}`,
    hint: 'identify it by serial= or wwn=, or by a path under /dev/disk/by-id',
  });
}

/**
 * Normalizes a value for comparisons: underscores become spaces, because udev replaces the spaces in models with
 * them, and a WWN is in lower case without `0x`.
 */
function normalizeMark(mark: DiskMark, value: string): string {
  const plain = value.replaceAll(/[\s_]+/g, ' ').trim();
  return mark === 'wwn' ? plain.toLowerCase().replace(/^0x/, '') : plain;
}

function hasName({ path, links }: { path: string; links: readonly string[] }, name: string): boolean {
  return path === name || links.includes(name);
}

const kindNames: Readonly<Record<Exclude<Disk['kind'], 'disk' | 'loop'>, string>> = {
  raid: 'a RAID array',
  mapper: 'a device-mapper device',
  optical: 'an optical drive',
  other: 'not a kind of disk that Writ supports',
};

function checkKind(disk: Disk, name: string): Disk | Diagnostic {
  if (disk.kind === 'disk' || disk.kind === 'loop') return disk;
  return refusal('target-kind', `${name} is ${kindNames[disk.kind]}`, { expected: 'a whole disk' });
}

function unknownTarget(message: string, suggestion: string | undefined, facts: Facts): Diagnostic {
  const available = installableDisks(facts).map(describeDisk);
  return refusal('target-unknown', message, {
    expected:
      available.length === 0 ? 'a disk in this machine, but it has none' : `one of ${available.join('; ')}`,
    ...(suggestion === undefined ? {} : { hint: `did you mean ${suggestion}?` }),
  });
}

function installableDisks({ disks }: Facts): Disk[] {
  return disks.filter(({ kind }) => kind === 'disk' || kind === 'loop');
}
