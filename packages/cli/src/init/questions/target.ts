import { describeContents, describeDisk, type Disk, type Facts } from '@writ/installer';
import type { Option } from '@writ/prompts';
import { valueAt } from '../json.ts';
import { choiceQuestion, type Question } from '../question.ts';
import { folderOf, imageOf, isEmptyDisk, isFolder, isImage, isMounted, USUAL_FOLDER } from '../situation.ts';

const MACHINE = 'machine';

const FOLDER = 'folder';
const DISK = ['x-writ', 'disk'] as const;

/** Whether to install onto a disk in the machine, into an image, or into a prepared folder. */
export const where: Question = {
  id: 'where',
  title: 'Where to install',
  pointers: ['/harddrives', '/x-writ/disk/layout'],
  help: 'A disk in the machine, an image file that virtual machines can boot and that can be written to a disk later, or a folder in which you have mounted the file systems of the new system.',
  expected:
    '"machine", the name of an image file that ends in .img or .raw, or the path of a folder such as "/mnt"',
  isAnswer: (value) => value === MACHINE || isImage(value) || isFolder(value),
  applies: () => true,
  suggest: ({ facts }) => (installableDisks(facts).length > 0 ? MACHINE : 'disk.img'),
  read: (config) => {
    if (isMounted(config)) return USUAL_FOLDER;
    const drive = valueAt(config, ['harddrives', 0]);
    return drive === undefined || isImage(drive) ? drive : MACHINE;
  },
  async ask({ prompter, situation, initial, validate }) {
    const options: Option[] = [
      ...(installableDisks(situation.facts).length > 0
        ? [{ value: MACHINE, name: 'a disk in this machine' }]
        : []),
      { value: 'image', name: 'an image file' },
      { value: FOLDER, name: 'a prepared folder, in which the file systems are mounted' },
    ];
    const before = isImage(initial) ? 'image' : isFolder(initial) ? FOLDER : MACHINE;
    const kind = await prompter.choose(where.title, options, before);
    if (kind === MACHINE) return MACHINE;
    if (kind === FOLDER) {
      return prompter.text('Folder', {
        initial: isFolder(initial) ? initial : USUAL_FOLDER,
        validate: (name) => (isFolder(name) ? validate(name) : 'type the path of a folder, such as /mnt'),
      });
    }
    return prompter.text('Image file', {
      initial: isImage(initial) ? initial : 'disk.img',
      validate: (name) => (isImage(name) ? validate(name) : 'the name must end in .img or .raw'),
    });
  },
  edits: (answer, { base }) => {
    const isMachine = answer === MACHINE;
    if (isFolder(answer)) {
      return [
        { path: ['harddrives'], value: undefined },
        ...(isMounted(base) ? [] : [{ path: DISK, value: { layout: 'mounted' } }]),
      ];
    }
    return [
      // The layout mounted permits no other settings of disks.
      ...(isMounted(base) ? [{ path: DISK, value: undefined }] : []),
      ...(isMachine ? [] : [{ path: ['harddrives'], value: [answer] }]),
    ];
  },
};

/** The disk in the machine. A disk is suggested only if it is the only disk without content. */
export const disk: Question = {
  ...choiceQuestion({
    id: 'disk',
    title: 'Disk',
    help: 'The disk to use. The next question is whether its content remains. The list shows model, serial number, size and content.',
    path: ['harddrives'],
    suggest: ({ facts }) => suggestDisk(facts),
    options: ({ facts }) =>
      installableDisks(facts).map((found) => ({
        value: diskSelector(found, facts),
        name: `${describeDisk(found)}: ${describeUse(found, facts)}`,
      })),
  }),
  expected: 'a disk such as "serial=…" or "/dev/disk/by-id/…"',
  applies: (situation) => imageOf(situation) === undefined && folderOf(situation) === undefined,
  read: (config) => {
    const drive = valueAt(config, ['harddrives', 0]);
    return isImage(drive) ? undefined : drive;
  },
  // Preserve a second drive.
  edits: (answer, { base }) => [
    Array.isArray(base['harddrives']) && base['harddrives'].length > 0
      ? { path: ['harddrives', 0], value: answer }
      : { path: ['harddrives'], value: [answer] },
  ],
};

/**
 * Returns the disks on which the system can be installed. Disks in use are included; the plan reports them as errors.
 */
function installableDisks({ disks, liveMedium }: Facts): readonly Disk[] {
  return disks.filter(
    ({ kind, path, readOnly }) =>
      kind !== 'loop' && kind !== 'optical' && !readOnly && path !== liveMedium?.disk,
  );
}

function suggestDisk(facts: Facts): string | undefined {
  const [only, ...others] = installableDisks(facts).filter((found) => isEmptyDisk(found, facts));
  return only === undefined || others.length > 0 ? undefined : diskSelector(only, facts);
}

function describeUse(found: Disk, facts: Facts): string {
  const contents = describeContents(found);
  if (contents.length > 0) return contents.join('; ');
  return isEmptyDisk(found, facts) ? 'empty' : 'content unknown';
}

/** Returns the name that a configuration uses for a disk: if possible, one that remains the same after a restart. */
function diskSelector({ path, serial, wwn, links }: Disk, { disks }: Facts): string {
  const isUnique = (member: 'serial' | 'wwn', value: string): boolean =>
    disks.filter((other) => other[member] === value).length === 1;
  if (serial !== undefined && isUnique('serial', serial)) return `serial=${serial}`;
  if (wwn !== undefined && isUnique('wwn', wwn)) return `wwn=${wwn}`;
  return links.find((link) => link.startsWith('/dev/disk/by-id/')) ?? path;
}
