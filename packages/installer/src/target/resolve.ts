import { nearest, type Diagnostic } from '@writ/diagnostics';
import type { Disk, Facts } from '../facts/facts.ts';
import { refusal } from '../finding-codes.ts';
import { describeDisk, namedDisk } from './describe.ts';

const SELECTOR = /^(serial|wwn|model)=(.*)$/s;

/** Whether a target is meant to be a disk: `/dev/…` or one of its marks, such as `serial=…`. */
export function namesDevice(name: string): boolean {
  return SELECTOR.test(name) || (name.startsWith('/dev/') && !/\.(img|raw)$/.test(name));
}

/** The one disk that a name means; else why there is none, with those it could mean. */
export function resolveDevice(name: string, facts: Facts): Disk | Diagnostic {
  const [, mark, value] = SELECTOR.exec(name) ?? [];
  if (mark !== undefined && value !== undefined) return byMark(name, mark as Mark, value, facts);
  const disk = facts.disks.find((candidate) => hasName(candidate, name));
  if (disk !== undefined) return installable(disk, name);
  const whole = facts.disks.find(({ partitions }) => partitions.some((part) => hasName(part, name)));
  if (whole !== undefined) {
    return refusal('target-kind', `${name} is a partition of ${namedDisk(whole)}`, {
      expected: 'a whole disk',
      hint: `name the disk, ${whole.path}, when all of it may be wiped`,
    });
  }
  // The kernel's own names are all alike: to suggest one would be to guess which disk is to be wiped.
  const names = candidates(facts).flatMap(({ links }) => links);
  return unknown(`there is no disk ${name}`, nearest(name, names), facts);
}

type Mark = 'serial' | 'wwn' | 'model';

function byMark(name: string, mark: Mark, value: string, facts: Facts): Disk | Diagnostic {
  const wanted = comparable(mark, value);
  if (wanted === '') return unknown(`${name} says no ${mark}`, undefined, facts);
  const found = facts.disks.filter((disk) => comparable(mark, disk[mark] ?? '') === wanted);
  const [only] = found;
  if (only === undefined) {
    const values = candidates(facts).flatMap((disk) => disk[mark] ?? []);
    const meant = nearest(value, values);
    return unknown(
      `no disk has ${mark} ${value}`,
      meant === undefined ? undefined : `${mark}=${meant}`,
      facts,
    );
  }
  if (found.length === 1) return installable(only, name);
  return refusal('target-ambiguous', `${found.length} disks have ${mark} ${value}`, {
    expected: `exactly one; there are ${found.map(describeDisk).join('; ')}`,
    hint: 'name it by serial=, wwn= or a path below /dev/disk/by-id',
  });
}

/** udev writes blanks of a model as underscores, and a world-wide name in either case. */
function comparable(mark: Mark, value: string): string {
  const plain = value.replaceAll(/[\s_]+/g, ' ').trim();
  return mark === 'wwn' ? plain.toLowerCase().replace(/^0x/, '') : plain;
}

function hasName({ path, links }: { path: string; links: readonly string[] }, name: string): boolean {
  return path === name || links.includes(name);
}

const kinds: Readonly<Record<Exclude<Disk['kind'], 'disk' | 'loop'>, string>> = {
  raid: 'a RAID array',
  mapper: 'a device of the device mapper',
  optical: 'an optical drive',
  other: 'no disk that Writ knows',
};

function installable(disk: Disk, name: string): Disk | Diagnostic {
  if (disk.kind === 'disk' || disk.kind === 'loop') return disk;
  return refusal('target-kind', `${name} is ${kinds[disk.kind]}`, { expected: 'a whole disk' });
}

function unknown(message: string, meant: string | undefined, facts: Facts): Diagnostic {
  const there = candidates(facts).map(describeDisk);
  return refusal('target-unknown', message, {
    expected: there.length === 0 ? 'a disk of the machine, which has none' : `one of ${there.join('; ')}`,
    ...(meant === undefined ? {} : { hint: `did you mean ${meant}?` }),
  });
}

function candidates({ disks }: Facts): Disk[] {
  return disks.filter(({ kind }) => kind === 'disk' || kind === 'loop');
}
