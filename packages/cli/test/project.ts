import { spawn, type ChildProcessByStdio } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ExitedCommand } from './shared-command.ts';

export const bin: string = fileURLToPath(new URL('../bin/writ.js', import.meta.url));
const workspace = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** The import at the start of a controllers file. */
export const page = `import { Controller } from '@writ/controllers';\n`;

/** Creates a folder with these files, which is deleted when the test ends. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = createProject(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder with these files, which the caller deletes. */
export function createProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-command-'));
  symlinkSync(workspace, join(folder, 'node_modules'));
  write(folder, { 'package.json': '{ "type": "module" }', ...files });
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    // Renamed into place, because `writ dev` might see a file that is written in place while it is still empty.
    const temporary = join(dirname(file), '.written');
    writeFileSync(temporary, content);
    renameSync(temporary, file);
  }
}

export interface RunningCommand {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** The URL in its start-up line. */
  readonly url: Promise<string>;
  /** Resolves with the whole standard error output once it matches. */
  readonly waitForStderr: (expected: RegExp) => Promise<string>;
  readonly ended: Promise<ExitedCommand>;
}

/** Starts the command as a user would, and kills it when the test ends. */
export function writ(
  directory: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = Promise.withResolvers<ExitedCommand>();
  const waiting = new Set<() => void>();
  let stdout = '';
  let stderr = '';
  let closed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const settleIfMatched of waiting) settleIfMatched();
  });
  child.on('close', (status) => {
    closed = true;
    ended.resolve({ status, stdout, stderr });
    for (const settleIfMatched of waiting) settleIfMatched();
  });
  const waitForStderr = (expected: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const settleIfMatched = (): void => {
        if (!expected.test(stderr) && !closed) return;
        waiting.delete(settleIfMatched);
        if (expected.test(stderr)) resolve(stderr);
        else reject(new Error(`ended before it printed ${expected}: ${stderr}`));
      };
      waiting.add(settleIfMatched);
      settleIfMatched();
    });
  const url = waitForStderr(/ at http:\S+\s/).then((text) => / at (http:\S+)/.exec(text)![1]!);
  url.catch(() => {});
  return { child, url, waitForStderr, ended: ended.promise };
}

/** Whether a process is running; false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Without /proc, a zombie cannot be recognized.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/self');
  }
}
