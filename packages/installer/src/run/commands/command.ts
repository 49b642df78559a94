import { constants } from 'node:os';
import { defined } from '@writ/diagnostics/internal';
import type { Command } from '../../plan/operation.ts';
import { commandRoots, expandRoots, expandArguments, type RunContext } from '../context.ts';
import { listKernels, selectKernels, type Kernel } from './kernels.ts';
import { programFolders } from '../../facts/machine.ts';
import { runProcess, type ProcessEnd, type ProcessRequest } from '../../process/run-process.ts';

const PATH = programFolders.join(':');

/** The environment of programs in the new system. It contains nothing from this machine's environment. */
const chrootEnvironment = {
  PATH,
  HOME: '/root',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
  TERM: 'dumb',
  USER: 'root',
  LOGNAME: 'root',
};

/**
 * Returns the environment of programs on this machine. Messages are in English, because Writ parses some of
 * them.
 */
export function hostEnvironment(from: NodeJS.ProcessEnv, proxies: boolean): Record<string, string> {
  const proxyVariables = proxies ? ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'] : [];
  const environment: Record<string, string> = { PATH, HOME: '/root', LC_ALL: 'C.UTF-8', TERM: 'dumb' };
  for (const name of proxyVariables) {
    const value = from[name] ?? from[name.toUpperCase()];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/**
 * Runs a command of the plan, or of the run itself, in the sandbox for its location.
 *
 * @param limit time limit in seconds
 */
export async function runCommand(
  command: Command,
  limit: number,
  context: RunContext,
  options: Pick<ProcessRequest, 'onLine' | 'capture' | 'onChunk'> = {},
): Promise<ProcessEnd> {
  const inside = command.where === 'chroot';
  const outside = command.where === 'system';
  // Arguments of commands inside the new system and of commands of the configuration are passed unchanged.
  const argv = inside || outside ? command.argv : await expandArguments(command.argv, context);
  const roots = commandRoots(context);
  const kernels = needsKernels(command) ? await listKernels(context.roots.tree) : [];
  return runProcess({
    argv: context.sandbox(
      {
        where: command.where,
        tree: roots.tree,
        ...defined({
          covers: command.covers?.map((folder) => expandRoots(folder, roots)),
          resolves: command.resolves,
          inMemory: context.treeInMemory,
        }),
      },
      argv,
    ),
    environment: { ...(inside ? chrootEnvironment : context.environment), ...command.environment },
    limit: limit * 1000,
    redactor: context.redactor,
    ...(command.stdin === undefined ? {} : { input: () => resolveInput(command, context, kernels) }),
    // A program that remains must not hold the locks of the run.
    ...defined({ signal: context.signal, inheritedFiles: outside ? undefined : context.locks }),
    ...options,
  });
}

function resolveInput({ stdin = [] }: Command, { secrets }: RunContext, kernels: readonly Kernel[]): string {
  return stdin
    .map((part) => {
      if (typeof part === 'string') return part;
      if (!('secret' in part)) return listPaths(selectKernels(part, kernels));
      const secret = secrets.get(part.secret);
      if (secret === undefined) throw new Error(`the run has no secret named ${part.secret}`);
      return secret.reveal();
    })
    .join('');
}

function listPaths(kernels: readonly Kernel[]): string {
  return kernels.map(({ path }) => `${path}\n`).join('');
}

function needsKernels({ stdin = [] }: Command): boolean {
  return stdin.some((part) => typeof part === 'object' && !('secret' in part));
}

/** Describes an exit status. A shell reports a signal as the status 128 plus the signal's number. */
function describeStatus(status: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  return signal === undefined ? `exited with status ${status}` : `was killed by ${signal}`;
}

/**
 * Describes how a process ended, such as `mkfs.ext4 exited with status 1`.
 *
 * @param limit the time limit in seconds
 */
export function describeEnd(argv: readonly string[], end: ProcessEnd, limit: number): string {
  const program = argv[0] ?? '';
  switch (end.end) {
    case 'exit':
      return `${program} ${describeStatus(end.status ?? 0)}`;
    case 'signal':
      return `${program} was killed by ${end.signal}`;
    case 'limit':
      return `${program} timed out after ${limit} seconds`;
    case 'output':
      return `${program} was stopped because its output was too large`;
    case 'abort':
      return `${program} was interrupted`;
    case 'not-started':
      return `${program} could not be started: ${end.reason}`;
  }
}
