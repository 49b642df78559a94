import {
  booleanShape,
  listOf,
  countShape,
  oneOf,
  optional,
  recordOf,
  stringShape,
  type RecordShape,
} from '../record/shape.ts';
import type { Disk, DiskPartition, Facts, Holder, LiveMedium, Pool, Signature } from './facts.ts';
import type { GraphicsCard, Hardware } from './hardware.ts';
import type { NetworkCard } from './network-cards.ts';
import type { SystemSettings } from './system-settings.ts';
import type { UnreadPart } from './unread-parts.ts';

export const signatureShape: RecordShape<Signature> = recordOf<Signature>({
  type: stringShape,
  label: optional(stringShape),
  uuid: optional(stringShape),
});

const holder = recordOf<Holder>({
  path: stringShape,
  name: stringShape,
  kind: oneOf('lvm', 'encryption', 'raid', 'bcache', 'device-mapper', 'other'),
  mountPoints: listOf(stringShape),
  swap: booleanShape,
});

const pool = recordOf<Pool>({ kind: oneOf('btrfs'), uuid: stringShape, devices: listOf(stringShape) });

const device = {
  path: stringShape,
  links: listOf(stringShape),
  size: countShape,
  readOnly: booleanShape,
  signatures: listOf(signatureShape),
  mountPoints: listOf(stringShape),
  swap: booleanShape,
  holders: listOf(holder),
  loops: listOf(stringShape),
  pools: listOf(pool),
};

const partition = recordOf<DiskPartition>({
  ...device,
  number: countShape,
  start: countShape,
  type: optional(stringShape),
  uuid: optional(stringShape),
  name: optional(stringShape),
});

const disk = recordOf<Disk>({
  ...device,
  kind: oneOf('disk', 'loop', 'raid', 'mapper', 'optical', 'other'),
  transport: optional(stringShape),
  model: optional(stringShape),
  serial: optional(stringShape),
  wwn: optional(stringShape),
  sectorSize: oneOf(512, 1024, 2048, 4096),
  physicalSectorSize: countShape,
  removable: booleanShape,
  backingFile: optional(stringShape),
  backingInode: optional(stringShape),
  table: optional(stringShape),
  tableUuid: optional(stringShape),
  partitions: listOf(partition),
});

const liveMedium = recordOf<LiveMedium>({ system: stringShape, disk: optional(stringShape) });

const graphicsCard = recordOf<GraphicsCard>({
  address: stringShape,
  vendor: stringShape,
  device: stringShape,
  driver: optional(stringShape),
});

const networkCard = recordOf<NetworkCard>({
  name: stringShape,
  address: stringShape,
  wireless: booleanShape,
  connected: optional(booleanShape),
  driver: optional(stringShape),
});

const hardware = recordOf<Hardware>({
  vendor: optional(stringShape),
  product: optional(stringShape),
  graphics: listOf(graphicsCard),
  network: listOf(networkCard),
  tpm: optional(oneOf('1.2', '2.0')),
  secureBoot: optional(oneOf('enabled', 'disabled', 'setup')),
  battery: booleanShape,
  bluetooth: booleanShape,
});

const system = recordOf<SystemSettings>({
  timezone: optional(stringShape),
  keyboard: optional(stringShape),
  language: optional(stringShape),
});

const unreadPart = recordOf<UnreadPart>({
  part: oneOf('mounts', 'disks', 'contents'),
  disk: optional(stringShape),
  reason: oneOf('requires-root', 'none-listed', 'no-udev', 'unreadable'),
});

export const factsShape: RecordShape<Facts> = recordOf<Facts>({
  version: oneOf(1),
  architecture: stringShape,
  firmware: oneOf('uefi', 'bios'),
  firmwareBits: optional(oneOf(32, 64)),
  cpuVendor: stringShape,
  cpuModel: stringShape,
  virtualMachine: optional(stringShape),
  memory: countShape,
  soundModules: listOf(stringShape),
  networkFiles: optional(listOf(stringShape)),
  liveMedium: optional(liveMedium),
  hardware: optional(hardware),
  system: optional(system),
  disks: listOf(disk),
  unseen: listOf(stringShape),
  unread: optional(listOf(unreadPart)),
});
