import { common, cpu, memory, mountFiles } from './parts.ts';
import { mountLine, type FakeMachine } from '../testing.ts';

/** A server with two empty disks of the same model, started from the network. */
export const biosServer: FakeMachine = {
  disks: [
    {
      name: 'sda',
      number: '8:0',
      size: 4_000_787_030_016,
      model: 'ST4000NM0035-1V4',
      serial: 'ZC11A0B1',
      wwn: '0x5000c500a1b2c3d4',
      bus: 'ata',
      ids: ['ata-ST4000NM0035-1V4107_ZC11A0B1', 'wwn-0x5000c500a1b2c3d4'],
    },
    {
      name: 'sdb',
      number: '8:16',
      size: 4_000_787_030_016,
      model: 'ST4000NM0035-1V4',
      serial: 'ZC11A0B2',
      wwn: '0x5000c500a1b2c3d5',
      bus: 'ata',
      ids: ['ata-ST4000NM0035-1V4107_ZC11A0B2', 'wwn-0x5000c500a1b2c3d5'],
    },
  ],
  files: {
    ...common,
    '/proc/cpuinfo': cpu('AuthenticAMD', 'AMD Opteron(tm) Processor 6376'),
    '/proc/meminfo': memory(64),
    '/proc/modules': 'ahci 49152 2 - Live\n',
    '/sys/class/dmi/id/sys_vendor': 'Supermicro\n',
    '/run/archiso/mode': 'http\n',
    ...mountFiles(mountLine('0:25', '/', 'overlay', 'airootfs')),
  },
};
