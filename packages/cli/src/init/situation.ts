import type { Disk, Facts } from '@writ/installer';
import { isContentUnread } from '@writ/installer/internal';
import { mainOfDetails } from './profile-names.ts';
import { valueAt, type JsonObject } from './json.ts';
import type { Situation } from './question.ts';

/** The purposes of a system, from which the suggestions of later questions follow. */
export const purposes = ['desktop', 'server', 'minimal', 'developer'] as const;

export type Purpose = (typeof purposes)[number];

/**
 * Returns the chosen purpose or, without one, that of the existing configuration's profile: desktop, server or minimal.
 */
export function purposeOf({ answers, base, choices }: Situation): Purpose {
  const start = purposes.find((purpose) => purpose === answers.get('start'));
  if (start !== undefined) return start;
  const main =
    valueAt(base, ['profile', 'main']) ?? mainOfDetails(valueAt(base, ['profile', 'details']), choices);
  return main === 'desktop' || main === 'server' ? main : 'minimal';
}

/** Whether the purpose includes a desktop. */
export function hasDesktop(situation: Situation): boolean {
  return ['desktop', 'developer'].includes(purposeOf(situation));
}

/** Whether a value is the name of an image file. */
export function isImage(name: unknown): name is string {
  return typeof name === 'string' && /\.(img|raw)$/.test(name);
}

/** Returns the image file; undefined for an installation on a disk. */
export function imageOf({ answers, base }: Situation): string | undefined {
  const where = answers.get('where') ?? (answers.has('disk') ? 'machine' : valueAt(base, ['harddrives', 0]));
  return isImage(where) ? where : undefined;
}

/** Whether a value is the path of a folder in which file systems may be mounted. */
export function isFolder(name: unknown): name is string {
  return typeof name === 'string' && name.startsWith('/') && !name.startsWith('/dev/') && !isImage(name);
}

/** The folder of a configuration with the layout `mounted`, which does not contain its name. */
export const USUAL_FOLDER = '/mnt';

/** Whether a configuration has the layout `mounted`. */
export function isMounted(config: JsonObject): boolean {
  return valueAt(config, ['x-writ', 'disk', 'layout']) === 'mounted';
}

/** Returns the prepared folder; undefined for an installation on a disk or in an image. */
export function folderOf({ answers, base }: Pick<Situation, 'answers' | 'base'>): string | undefined {
  const where = answers.get('where');
  if (where === undefined) return isMounted(base) ? USUAL_FOLDER : undefined;
  return isFolder(where) ? where : undefined;
}

/** Whether a disk has no content. A disk whose content is unknown counts as one with content. */
export function isEmptyDisk(disk: Disk, facts: Facts): boolean {
  const { table, partitions, signatures, mountPoints, holders, swap } = disk;
  const parts = [partitions, signatures, mountPoints, holders];
  return (
    !isContentUnread(disk.path, facts) &&
    table === undefined &&
    !swap &&
    parts.every((list) => list.length === 0)
  );
}

/** Returns the disk of the machine that the answers or the configuration name; undefined if there is none. */
export function chosenDisk(situation: Situation): Disk | undefined {
  const { answers, base, facts } = situation;
  if (imageOf(situation) !== undefined || folderOf(situation) !== undefined) return undefined;
  const selector = answers.get('disk') ?? valueAt(base, ['harddrives', 0]);
  return facts.disks.find((disk) => selectorsOf(disk).includes(String(selector)));
}

/** Returns all names by which a configuration may refer to a disk. */
function selectorsOf({ path, serial, wwn, links }: Disk): readonly string[] {
  return [path, `serial=${serial}`, `wwn=${wwn}`, ...links];
}
