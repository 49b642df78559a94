import { flag, list, number, oneOf, optional, record, text, type RecordShape } from '../record/shape.ts';
import type { Disk, DiskPartition, Facts, Holder, LiveMedium, Pool, Signature } from './facts.ts';

const signature = record<Signature>({ type: text, label: optional(text), uuid: optional(text) });

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

const partition = record<DiskPartition>({
  ...device,
  number,
  start: number,
  type: optional(text),
  uuid: optional(text),
  name: optional(text),
});

const disk = record<Disk>({
  ...device,
  kind: oneOf('disk', 'loop', 'raid', 'mapper', 'optical', 'other'),
  transport: optional(text),
  model: optional(text),
  serial: optional(text),
  wwn: optional(text),
  sectorSize: oneOf(512, 1024, 2048, 4096),
  physicalSectorSize: number,
  removable: flag,
  backingFile: optional(text),
  table: optional(text),
  partitions: list(partition),
});

const liveMedium = record<LiveMedium>({ system: text, disk: optional(text) });

export const factsShape: RecordShape<Facts> = record<Facts>({
  version: oneOf(1),
  architecture: text,
  firmware: oneOf('uefi', 'bios'),
  firmwareBits: optional(oneOf(32, 64)),
  cpuVendor: text,
  cpuModel: text,
  virtualMachine: optional(text),
  memory: number,
  soundModules: list(text),
  networkFiles: optional(list(text)),
  liveMedium: optional(liveMedium),
  disks: list(disk),
  unseen: list(text),
});
