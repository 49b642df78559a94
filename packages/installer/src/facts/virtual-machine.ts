import type { MachineTree } from './machine-tree.ts';

const DMI = '/sys/class/dmi/id';

/** systemd's names for hypervisors, each with a pattern that matches the names of vendors and products. */
const vendors: readonly (readonly [maker: RegExp, name: string])[] = [
  [/KVM/, 'kvm'],
  [/QEMU|Bochs/, 'qemu'],
  [/innotek GmbH|VirtualBox|Oracle Corporation/, 'oracle'],
  [/VMware|VMW/, 'vmware'],
  [/Xen/, 'xen'],
  [/Parallels/, 'parallels'],
  [/BHYVE/, 'bhyve'],
  [/Amazon EC2/, 'amazon'],
  [/Google Compute Engine/, 'google'],
  [/OpenStack|KubeVirt/, 'kvm'],
];

/** Detects the hypervisor; returns undefined on a physical machine. */
export async function readVirtualMachine(tree: MachineTree, cpuFlags: string): Promise<string | undefined> {
  const [product, vendor, board, bios] = await Promise.all(
    ['product_name', 'sys_vendor', 'board_vendor', 'bios_vendor'].map((name) =>
      tree.readText(`${DMI}/${name}`),
    ),
  );
  const names = [product, vendor, board, bios].join('\n');
  const named =
    vendor === 'Microsoft Corporation' && product === 'Virtual Machine'
      ? 'microsoft'
      : vendors.find(([maker]) => maker.test(names))?.[1];
  // Some of these vendors also sell physical machines, whose processors lack the hypervisor flag.
  if (/(^| )hypervisor( |$)/.test(cpuFlags)) return named ?? 'other';
  return named === 'qemu' || named === 'oracle' || named === 'vmware' ? named : undefined;
}
