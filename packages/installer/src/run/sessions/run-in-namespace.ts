import { hostEnvironment } from '../commands/command.ts';
import type { MountNamespace } from './mount-namespace.ts';
import { runProcess, succeeded } from '../../process/run-process.ts';
import { createRedactor } from '../../process/redact.ts';
import { createSandbox } from '../sandbox.ts';

/** Time limit in milliseconds. A sync may take minutes. */
const LIMIT = 30 * 60 * 1000;

/**
 * Runs a program in the mount namespace, or in this process's namespace if there is none, even after an interruption. Returns the reason if it fails.
 *
 * @param input standard input, which is a secret
 */
export async function runInNamespace(
  { file }: Partial<Pick<MountNamespace, 'file'>>,
  argv: readonly string[],
  input?: string,
): Promise<string | undefined> {
  const end = await runProcess({
    argv: createSandbox(false, file)({ where: 'machine' }, argv),
    environment: hostEnvironment({}, false),
    limit: LIMIT,
    redactor: createRedactor(input === undefined ? [] : [input]),
    ...(input === undefined ? {} : { input: () => input }),
  });
  return succeeded(end) ? undefined : (end.tail.at(-1) ?? end.reason ?? end.end);
}
