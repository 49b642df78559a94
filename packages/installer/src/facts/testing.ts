import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** The content of a disk or partition, such as a file system, in udev's notation. */
export interface FakeContent {
  readonly type: string;
  readonly label?: string;
  readonly uuid?: string;
}

export interface FakePartition {
  /** The offset in bytes. */
  readonly start: number;
  readonly size: number;
  readonly type?: string;
  readonly uuid?: string;
  readonly name?: string;
  readonly content?: FakeContent;
  /** Names of devices built on the partition. */
  readonly holders?: readonly string[];
}

export interface FakeDisk {
  /** The kernel name, such as `sda`. */
  readonly name: string;
  /** The device number, such as `8:0`; partitions have the following numbers. */
  readonly number: string;
  readonly size: number;
  readonly sectorSize?: number;
  readonly readOnly?: boolean;
  readonly removable?: boolean;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
  readonly bus?: string;
  readonly table?: string;
  /** The GUID of the partition table. */
  readonly tableUuid?: string;
  /** Names under /dev/disk/by-id, from which the partitions' names are derived. */
  readonly ids?: readonly string[];
  readonly partitions?: readonly FakePartition[];
  readonly content?: FakeContent;
  /** Name and UUID in the device mapper. */
  readonly mapped?: { readonly name: string; readonly uuid: string };
  readonly backingFile?: string;
  readonly holders?: readonly string[];
}

export interface FakeMachine {
  readonly disks: readonly FakeDisk[];
  /** All other files by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links by path, in addition to those of the disks. */
  readonly links?: Readonly<Record<string, string>>;
}

/**
 * Creates a machine's files in /sys, /proc, /run/udev and /dev/disk, all inside a folder that is removed
 * after the test.
 */
export async function fakeMachine({ disks, files, links: otherLinks = {} }: FakeMachine): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'writ-machine-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const allFiles = new Map(Object.entries(files));
  const links = new Map(Object.entries(otherLinks));
  for (const disk of disks) addDisk(disk, allFiles, links);
  for (const [path, text] of allFiles) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  for (const [path, to] of links) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await symlink(to, join(root, path));
  }
  return root;
}

function addDisk(disk: FakeDisk, files: Map<string, string>, links: Map<string, string>): void {
  const { name, number, sectorSize = 512, partitions = [] } = disk;
  const folder = `/sys/block/${name}`;
  const add = (path: string, value: string | undefined): void => {
    if (value !== undefined) files.set(`${folder}/${path}`, `${value}\n`);
  };
  add('dev', number);
  add('size', String(disk.size / 512));
  add('ro', disk.readOnly === true ? '1' : '0');
  add('removable', disk.removable === true ? '1' : '0');
  add('queue/logical_block_size', String(sectorSize));
  add('queue/physical_block_size', String(Math.max(sectorSize, 4096)));
  // The kernel pads the model with spaces.
  add('device/model', disk.model?.padEnd(40));
  add('dm/name', disk.mapped?.name);
  add('dm/uuid', disk.mapped?.uuid);
  add('loop/backing_file', disk.backingFile);
  for (const holder of disk.holders ?? []) add(`holders/${holder}/dev`, 'held');
  files.set(
    `/run/udev/data/b${number}`,
    udevRecord({
      ID_BUS: disk.bus,
      ID_SERIAL_SHORT: disk.serial,
      ID_WWN: disk.wwn,
      ID_PART_TABLE_TYPE: disk.table,
      ID_PART_TABLE_UUID: disk.tableUuid,
      ...contentProperties(disk.content),
    }),
  );
  const [major = '', minor = ''] = number.split(':');
  partitions.forEach((part, index) => {
    const partName = `${name}${/\d$/.test(name) ? 'p' : ''}${index + 1}`;
    const partNumber = `${major}:${Number(minor) + index + 1}`;
    add(`${partName}/dev`, partNumber);
    add(`${partName}/partition`, String(index + 1));
    add(`${partName}/start`, String(part.start / 512));
    add(`${partName}/size`, String(part.size / 512));
    add(`${partName}/ro`, '0');
    for (const holder of part.holders ?? []) add(`${partName}/holders/${holder}/dev`, 'held');
    files.set(
      `/run/udev/data/b${partNumber}`,
      udevRecord({
        ID_PART_ENTRY_TYPE: part.type,
        ID_PART_ENTRY_UUID: part.uuid,
        ID_PART_ENTRY_NAME: part.name,
        ...contentProperties(part.content),
      }),
    );
    if (part.uuid !== undefined) addLink(links, `/dev/disk/by-partuuid/${part.uuid}`, partName);
    for (const id of disk.ids ?? []) addLink(links, `/dev/disk/by-id/${id}-part${index + 1}`, partName);
  });
  for (const id of disk.ids ?? []) addLink(links, `/dev/disk/by-id/${id}`, name);
}

function addLink(links: Map<string, string>, path: string, name: string): void {
  links.set(path, relative(dirname(path), `/dev/${name}`));
}

function contentProperties(content: FakeContent | undefined): Record<string, string | undefined> {
  return { ID_FS_TYPE: content?.type, ID_FS_LABEL: content?.label, ID_FS_UUID: content?.uuid };
}

function udevRecord(properties: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`E:${name}=${value}`],
  );
  return ['I:1234567', ...lines, 'G:systemd', ''].join('\n');
}

/** Formats a line of mountinfo. */
export function mountLine(number: string, mountPoint: string, type: string, source: string): string {
  return `36 35 ${number} / ${mountPoint} rw,relatime shared:1 - ${type} ${source} rw`;
}
