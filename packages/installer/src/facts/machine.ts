import { access, constants, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { countIds, subordinateIdLines } from './subordinate-ids.ts';

/** Facts about the machine that runs an installation. They do not affect an image's plan. */
export interface MachineFacts {
  /** Node's name for the architecture, such as `x64` or `arm64`. */
  readonly architecture: string;
  readonly root: boolean;
  /** The number of this user's subordinate user IDs or of its subordinate group IDs, whichever is smaller. */
  readonly subordinateIds: number;
  /** The boot ID, which changes with every boot. */
  readonly boot: string;
}

export async function readMachine(): Promise<MachineFacts> {
  const user = userInfo();
  const [{ users, groups }, boot] = await Promise.all([
    subordinateIdLines(),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ]);
  return {
    architecture: process.arch,
    root: user.uid === 0,
    subordinateIds: Math.min(countIds(users, user), countIds(groups, user)),
    boot: boot.trim(),
  };
}

/** A program that must be installed, with the packages that contain it. */
export interface RequiredTool {
  readonly program: string;
  readonly debian: string;
  readonly arch: string;
}

/** The search path for programs on this machine and in the new system, independent of PATH. */
export const programFolders: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
];

export async function missingTools(tools: readonly RequiredTool[]): Promise<RequiredTool[]> {
  const installed = await Promise.all(tools.map(({ program }) => isInstalled(program)));
  return tools.filter((_tool, index) => !installed[index]);
}

async function isInstalled(program: string): Promise<boolean> {
  for (const folder of programFolders) {
    const runnable = await access(`${folder}/${program}`, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runnable) return true;
  }
  return false;
}
