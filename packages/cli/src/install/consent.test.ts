import { describe, expect, it } from 'vitest';
import { isConsent, createQuestions } from './consent.ts';

const disk = (
  target: string,
  ...answers: string[]
): { target: string; description: string; answers: string[] } => ({
  target,
  description: '',
  answers,
});
const areAccepted = (
  losses: Parameters<typeof createQuestions>[0]['losses'],
  ...typed: string[]
): boolean[] => createQuestions({ losses }).map((question, index) => isConsent(question, typed[index] ?? ''));

describe('consent at a terminal', () => {
  it('to the creation of an image is given by typing yes', () => {
    const losses = [{ target: '/images/disk.img', description: '' }];
    expect(createQuestions({ losses })).toEqual([{ text: 'Continue? Type yes: ', answers: ['yes'] }]);
    expect(areAccepted(losses, ' Yes ')).toEqual([true]);
    expect(areAccepted(losses, '')).toEqual([false]);
    expect(areAccepted(losses, 'y')).toEqual([false]);
  });

  it('to wiping a disk is given by typing its serial number or model, not yes', () => {
    const losses = [disk('/dev/sda', 'S5GXNX0T123456A', 'Samsung SSD 870')];
    for (const typed of ['S5GXNX0T123456A', 'samsung  ssd 870'])
      expect(areAccepted(losses, typed)).toEqual([true]);
    for (const typed of ['yes', '/dev/sda', 'Samsung', ''])
      expect(areAccepted(losses, typed)).toEqual([false]);
  });

  it('to changing the partitions of a disk on which some remain is given in the same way', () => {
    const losses = [{ ...disk('/dev/sda', 'A1'), contents: [], kept: ['/dev/sda1, 1 GiB'] }];
    expect(createQuestions({ losses })[0]?.text).toBe(
      'To change the partitions of /dev/sda, type its serial number or model as shown above: ',
    );
    expect(areAccepted(losses, 'A1')).toEqual([true]);
    expect(areAccepted(losses, 'yes')).toEqual([false]);
  });

  it('to an installation into a prepared folder with files is given by typing its path', () => {
    const losses = [{ ...disk('/mnt', '/mnt'), contents: [], kept: ['/home: ada'], folder: true as const }];
    expect(createQuestions({ losses })[0]?.text).toBe('To install into /mnt, type its path as shown above: ');
    expect(areAccepted(losses, '/mnt')).toEqual([true]);
    expect(areAccepted(losses, 'yes')).toEqual([false]);
    const empty = [{ target: '/mnt', description: '', contents: [], folder: true as const }];
    expect(areAccepted(empty, 'yes')).toEqual([true]);
  });

  it('to wiping two disks is given by typing a unique identifier of each disk', () => {
    const losses = [disk('/dev/sda', 'A1', 'ST4000'), disk('/dev/sdb', 'B2', 'ST4000')];
    expect(createQuestions({ losses }).map(({ text }) => text)).toEqual([
      'To wipe /dev/sda, type its serial number or model as shown above: ',
      'To wipe /dev/sdb, type its serial number or model as shown above: ',
    ]);
    expect(areAccepted(losses, 'A1', 'B2')).toEqual([true, true]);
    expect(areAccepted(losses, 'B2', 'A1')).toEqual([false, false]);
    expect(areAccepted(losses, 'ST4000', 'ST4000')).toEqual([false, false]);
  });

  it('to wiping a disk without a unique identifier is given by typing its path', () => {
    const loop = [disk('/dev/loop0', '/images/disk.raw')];
    expect(createQuestions({ losses: loop })[0]?.text).toBe(
      'To wipe /dev/loop0, type its path as shown above: ',
    );
    expect(areAccepted(loop, '/images/disk.raw')).toEqual([true]);
    const sameModel = [disk('/dev/sda', 'ST4000'), disk('/dev/sdb', 'ST4000')];
    expect(areAccepted(sameModel, 'ST4000', 'ST4000')).toEqual([false, false]);
    expect(areAccepted(sameModel, '/dev/sda', '/dev/sdb')).toEqual([true, true]);
  });
});
