import { MIB, common, cpu, efiVariable, esp, live, memory, mountFiles, squashfs, uefi } from './parts.ts';
import type { FakeMachine } from '../testing.ts';

/** A new laptop, started from a live medium that was copied to memory. */
export const uefiLaptop: FakeMachine = {
  disks: [
    squashfs,
    {
      name: 'nvme0n1',
      number: '259:0',
      size: 512_110_190_592,
      model: 'Samsung SSD 980 PRO 512GB',
      serial: 'S5GXNX0T123456A',
      wwn: 'eui.0025385b71b00001',
      ids: ['nvme-Samsung_SSD_980_PRO_512GB_S5GXNX0T123456A', 'nvme-eui.0025385b71b00001'],
      table: 'gpt',
      partitions: [
        {
          start: MIB,
          size: 260 * MIB,
          type: esp,
          uuid: 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001',
          name: 'EFI system partition',
          content: { type: 'vfat', label: 'SYSTEM', uuid: '1C2B-3D4E' },
        },
        {
          start: 261 * MIB,
          size: 488_000 * MIB,
          type: 'ebd0a0a2-b9e5-4433-87c0-68b6b72699c7',
          uuid: 'a91c1a52-0002-4c2b-9a51-6d1f5f1f0002',
          name: 'Basic data partition',
          content: { type: 'ntfs', label: 'Windows', uuid: '01D9A1B2C3D4E5F6' },
        },
      ],
    },
  ],
  files: {
    ...common,
    ...uefi,
    '/proc/cpuinfo': cpu('GenuineIntel', '12th Gen Intel(R) Core(TM) i7-1260P'),
    '/proc/meminfo': memory(16),
    '/proc/modules':
      'snd_sof_pci_intel_tgl 16384 0 - Live\nsnd_hda_intel 61440 4 - Live\nnvme 57344 4 - Live\n',
    '/sys/bus/pci/devices/0000:00:02.0/class': '0x030000\n',
    '/sys/bus/pci/devices/0000:00:02.0/vendor': '0x8086\n',
    '/sys/bus/pci/devices/0000:00:02.0/device': '0x46a6\n',
    '/sys/class/net/enp0s31f6/address': '02:00:00:00:00:01\n',
    '/sys/class/net/enp0s31f6/carrier': '1\n',
    '/sys/class/net/enp0s31f6/device/uevent': 'DRIVER=e1000e\n',
    '/sys/class/net/wlp0s20f3/address': '02:00:00:00:00:02\n',
    '/sys/class/net/wlp0s20f3/device/uevent': 'DRIVER=iwlwifi\n',
    '/sys/class/net/wlp0s20f3/wireless/status': '0\n',
    '/sys/class/tpm/tpm0/tpm_version_major': '2\n',
    '/sys/class/power_supply/BAT0/type': 'Battery\n',
    '/sys/class/bluetooth/hci0/uevent': 'DEVTYPE=host\n',
    [efiVariable('SecureBoot')]: '\u0006\0\0\0\0',
    [efiVariable('SetupMode')]: '\u0006\0\0\0\0',
    '/sys/class/dmi/id/sys_vendor': 'LENOVO\n',
    '/sys/class/dmi/id/product_name': '21CBCTO1WW\n',
    '/run/archiso/copytoram': 'yes\n',
    '/etc/systemd/network/20-wired.network': '[Match]\n',
    ...mountFiles(...live),
  },
  links: {
    '/sys/bus/pci/devices/0000:00:02.0/driver': '../../../../bus/pci/drivers/i915',
    '/sys/class/net/enp0s31f6/device/driver': '../../../../bus/pci/drivers/e1000e',
    '/sys/class/net/wlp0s20f3/device/driver': '../../../../bus/pci/drivers/iwlwifi',
  },
};
