import { describeContents, describeDisk, type Disk, type Facts } from '@writ/installer';
import type { Option } from '@writ/prompts';
import { valueAt } from '../json.ts';
import { choiceQuestion, type Question } from '../question.ts';
import { imageOf, isEmptyDisk, isImage } from '../situation.ts';

const MACHINE = 'machine';

/** Whether to install onto a disk in the machine or into an image. */
export const where: Question = {
  id: 'where',
  title: 'Where to install',
  pointers: ['/harddrives'],
  help: 'A disk in the machine, or an image file that virtual machines can boot and that can be written to a disk later.',
  expected: '"machine", or the name of an image file that ends in .img or .raw',
  isAnswer: (value) => value === MACHINE || isImage(value),
  applies: () => true,
  suggest: ({ facts }) => (installableDisks(facts).length > 0 ? MACHINE : 'disk.img'),
  read: (config) => {
    const drive = valueAt(config, ['harddrives', 0]);
    return drive === undefined || isImage(drive) ? drive : MACHINE;
  },
  async ask({ prompter, situation, initial, validate }) {
    const options: Option[] = [
      ...(installableDisks(situation.facts).length > 0
        ? [{ value: MACHINE, name: 'a disk in this machine' }]
        : []),
      { value: 'image', name: 'an image file' },
    ];
    const kind = await prompter.choose(where.title, options, isImage(initial) ? 'image' : MACHINE);
    if (kind === MACHINE) return MACHINE;
    return prompter.text('Image file', {
      initial: isImage(initial) ? initial : 'disk.img',
      validate: (name) => (isImage(name) ? validate(name) : 'the name must end in .img or .raw'),
    });
  },
  edits: (answer) => (answer === MACHINE ? [] : [{ path: ['harddrives'], value: [answer] }]),
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
  applies: (situation) => imageOf(situation) === undefined,
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

/**
 * Returns the name with which a configuration refers to a disk: if possible, one that remains the same after a restart.
 */
function diskSelector({ path, serial, wwn, links }: Disk, { disks }: Facts): string {
  const isUnique = (member: 'serial' | 'wwn', value: string): boolean =>
    disks.filter((other) => other[member] === value).length === 1;
  if (serial !== undefined && isUnique('serial', serial)) return `serial=${serial}`;
  if (wwn !== undefined && isUnique('wwn', wwn)) return `wwn=${wwn}`;
  return links.find((link) => link.startsWith('/dev/disk/by-id/')) ?? path;
}
