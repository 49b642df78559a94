import { hostEnvironment } from '../commands/command.ts';
import type { MountNamespace } from './mount-namespace.ts';
import { runProcess, succeeded } from '../../process/run-process.ts';
import { createRedactor } from '../../process/redact.ts';
import { createSandbox } from '../sandbox.ts';

/** Time limit in milliseconds. A sync may take minutes. */
const LIMIT = 30 * 60 * 1000;

/** Runs a program in the mount namespace, even after an interruption. Returns the reason if it fails. */
export async function runInNamespace(
  { file }: MountNamespace,
  argv: readonly string[],
): Promise<string | undefined> {
  const end = await runProcess({
    argv: createSandbox(false, file)({ where: 'machine' }, argv),
    environment: hostEnvironment({}, false),
    limit: LIMIT,
    redactor: createRedactor([]),
  });
  return succeeded(end) ? undefined : (end.tail.at(-1) ?? end.reason ?? end.end);
}
