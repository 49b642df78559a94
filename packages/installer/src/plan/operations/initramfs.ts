import type { BootFiles } from '../boot-part.ts';
import type { InputPart, Operation, PostponedHook } from '../operation.ts';
import { defineOperation } from './define-operation.ts';

/**
 * The hook that copies kernels to /boot, writes presets and builds every initramfs. In the package
 * transaction, it would build them one after another, and an interruption would discard all installed
 * packages.
 */
export const INITRAMFS_HOOK: PostponedHook = {
  package: 'mkinitcpio',
  name: '90-mkinitcpio-install.hook',
  exec: ['/usr/share/libalpm/scripts/mkinitcpio', 'install'],
  target: 'usr/lib/modules/*/vmlinuz',
};

/**
 * Environment in which mkinitcpio stores temporary files in /run, which disappears if the command is killed, instead of
 * /var/tmp, which is part of the new system.
 */
const TEMPORARY: Readonly<Record<string, string>> = { TMPDIR: '/run' };

/**
 * Returns the operations that run the hook for each kernel separately, as if the kernels had been installed one after
 * another. The first operation includes kernels that are installed although `kernels` does not list them.
 */
export function buildInitramfs(kernels: readonly BootFiles[], unified: boolean): Operation[] {
  const what = unified ? 'the unified image' : 'the initramfs';
  return kernels.map(({ kernel, paths }, index) => {
    const others = kernels.slice(1).map((other) => other.kernel);
    const images: InputPart = index === 0 ? { kernelsExcept: others } : { kernelsOf: kernel };
    return defineOperation({
      id: `initramfs-${kernel}`,
      title: `Copy ${kernel} to /boot and build ${what}`,
      stage: 'system',
      weight: 60,
      limit: 3600,
      completes: INITRAMFS_HOOK,
      commands: [{ where: 'chroot', argv: INITRAMFS_HOOK.exec, stdin: [images], environment: TEMPORARY }],
      verify: paths.map((path) => ({ kind: 'exists', path: `{tree}${path}` })),
    });
  });
}
