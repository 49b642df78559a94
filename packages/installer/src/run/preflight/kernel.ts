import { access } from 'node:fs/promises';
import { release } from 'node:os';
import type { Diagnostic } from '@writ/diagnostics';
import { hasArrays, isSparse, listVolumes } from '../../plan/layout.ts';
import { isBuiltSeparately } from '../../plan/operations/separate-partition.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { hostEnvironment } from '../commands/command.ts';
import { runProcess } from '../../process/run-process.ts';
import { createRedactor } from '../../process/redact.ts';

/** Time limit in milliseconds. The kernel may have to load a module. */
const LIMIT = 30_000;

/**
 * Checks that the running kernel can mount the file systems of the disks, open their encrypted partitions and run their
 * RAID arrays.
 * After an upgrade of the kernel package, the running kernel can no longer load modules. For an image, only the
 * file systems that are mounted while it is created are checked.
 *
 * @param mounts returns true if the kernel can mount file systems of this type
 * @param modules folder of the kernel modules
 * @param loads returns true if the kernel has a module, or can load it
 */
export async function checkKernel(
  { target, second }: Pick<Plan, 'target' | 'second'>,
  mounts: (kind: string) => Promise<boolean> = canMount,
  modules = `/lib/modules/${release()}`,
  loads: (module: string) => Promise<boolean> = canLoad,
): Promise<Diagnostic[]> {
  // The file systems in a prepared folder are already mounted.
  if (target.kind === 'folder') return [];
  const drives = second === undefined ? [target] : [target, second];
  const mounted = drives.flatMap(({ kind, layout }) =>
    listVolumes(layout).filter((volume) => kind === 'device' || isBuiltSeparately(volume)),
  );
  const kinds = new Set(mounted.map(({ content }) => content.kind));
  const lacking: string[] = [];
  for (const kind of kinds) if (!(await mounts(kind))) lacking.push(kind);
  const isEncrypted = drives.some(({ kind, layout }) => kind === 'device' && !isSparse(layout));
  const reasons = [
    ...(lacking.length === 0 ? [] : [`mount ${lacking.join(', ')}`]),
    ...(isEncrypted && !(await loads('dm_crypt')) ? ['open encrypted partitions'] : []),
    ...(drives.some(({ layout }) => hasArrays(layout)) && !(await loads('raid1'))
      ? ['run RAID 1 arrays']
      : []),
  ];
  if (reasons.length === 0) return [];
  const upgraded = await access(modules).then(
    () => false,
    () => true,
  );
  return [
    refusal('kernel-lacks', `this machine's kernel cannot ${reasons.join(' or ')}`, {
      hint: upgraded
        ? `reboot the machine: the modules of the running kernel, ${modules}, no longer exist`
        : 'boot the machine from another system',
    }),
  ];
}

/**
 * Probes the kernel with a mount that always fails. The kernel looks up the file system type first, so the
 * error depends on the type.
 */
async function canMount(kind: string): Promise<boolean> {
  const { tail } = await runProcess({
    argv: ['mount', '-t', kind, '-o', 'ro', '--', '/dev/null', '/'],
    environment: hostEnvironment({}, false),
    limit: LIMIT,
    redactor: createRedactor([]),
  });
  return !tail.some((line) => line.includes(`unknown filesystem type '${kind}'`));
}

/** Probes the kernel for a module, and loads it. */
async function canLoad(module: string): Promise<boolean> {
  const { status } = await runProcess({
    argv: ['modprobe', '--quiet', '--', module],
    environment: hostEnvironment({}, false),
    limit: LIMIT,
    redactor: createRedactor([]),
  });
  // A module that is built into the kernel has a folder too, and a container may lack modprobe.
  return (
    status === 0 ||
    (await access(`/sys/module/${module}`).then(
      () => true,
      () => false,
    ))
  );
}
