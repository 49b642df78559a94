import { flag, list, number, oneOf, record, text, type RecordShape } from '../record.ts';
import type { Disk, DiskPartition, Facts, Holder, LiveMedium, Pool, Signature } from './facts.ts';

const signature = record<Signature>({ type: text, label: text, uuid: text }, 'label', 'uuid');

const holder = record<Holder>({
  path: text,
  name: text,
  kind: oneOf('lvm', 'encryption', 'raid', 'bcache', 'device-mapper', 'other'),
  mountPoints: list(text),
  swap: flag,
});

const pool = record<Pool>({ kind: oneOf('btrfs'), uuid: text, devices: list(text) });

const device = {
  path: text,
  links: list(text),
  size: number,
  readOnly: flag,
  signatures: list(signature),
  mountPoints: list(text),
  swap: flag,
  holders: list(holder),
  loops: list(text),
  pools: list(pool),
};

const partition = record<DiskPartition>(
  { ...device, number, start: number, type: text, uuid: text, name: text },
  'type',
  'uuid',
  'name',
);

const disk = record<Disk>(
  {
    ...device,
    kind: oneOf('disk', 'loop', 'raid', 'mapper', 'optical', 'other'),
    transport: text,
    model: text,
    serial: text,
    wwn: text,
    sectorSize: oneOf(512, 1024, 2048, 4096),
    physicalSectorSize: number,
    removable: flag,
    backingFile: text,
    table: text,
    partitions: list(partition),
  },
  'transport',
  'model',
  'serial',
  'wwn',
  'backingFile',
  'table',
);

const liveMedium = record<LiveMedium>({ system: text, disk: text }, 'disk');

export const factsShape: RecordShape = record<Facts>(
  {
    version: oneOf(1),
    architecture: text,
    firmware: oneOf('uefi', 'bios'),
    firmwareBits: oneOf(32, 64),
    cpuVendor: text,
    cpuModel: text,
    virtualMachine: text,
    memory: number,
    soundModules: list(text),
    networkFiles: list(text),
    liveMedium,
    disks: list(disk),
    unseen: list(text),
  },
  'firmwareBits',
  'virtualMachine',
  'networkFiles',
  'liveMedium',
);
