import { access } from 'node:fs/promises';
import { release } from 'node:os';
import type { Diagnostic } from '@writ/diagnostics';
import { listVolumes } from '../../plan/layout.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { hostEnvironment } from '../commands/command.ts';
import { runProcess } from '../../process/run-process.ts';
import { createRedactor } from '../../process/redact.ts';

/** Time limit in milliseconds. The kernel may have to load a module. */
const LIMIT = 30_000;

/**
 * Checks that the running kernel can mount the file systems of the disks. After an upgrade of the kernel
 * package, the running kernel can no longer load modules. Images need no check, because creating them
 * requires no mounts.
 *
 * @param mounts returns true if the kernel can mount file systems of this type
 * @param modules folder of the kernel modules
 */
export async function checkKernel(
  { target, second }: Pick<Plan, 'target' | 'second'>,
  mounts: (kind: string) => Promise<boolean> = canMount,
  modules = `/lib/modules/${release()}`,
): Promise<Diagnostic[]> {
  if (target.kind === 'image') return [];
  const drives = second === undefined ? [target] : [target, second];
  const kinds = new Set(
    drives.flatMap(({ layout }) => listVolumes(layout).map(({ content }) => content.kind)),
  );
  const lacking: string[] = [];
  for (const kind of kinds) if (!(await mounts(kind))) lacking.push(kind);
  if (lacking.length === 0) return [];
  const upgraded = await access(modules).then(
    () => false,
    () => true,
  );
  return [
    refusal('kernel-lacks', `the kernel of this machine cannot mount ${lacking.join(', ')}`, {
      hint: upgraded
        ? `reboot the machine: the modules of the running kernel, ${modules}, do not exist`
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
