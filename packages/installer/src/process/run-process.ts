import { spawn, type ChildProcess } from 'node:child_process';
import { createLineSplitter } from './split-lines.ts';
import type { Redactor } from './redact.ts';

/** Time between SIGTERM and SIGKILL in milliseconds. */
const GRACE = 1500;
/** Maximum number of output lines quoted when a process fails. */
const TAIL_LENGTH = 20;
/** Maximum size of captured standard output in bytes. */
const MAXIMUM_OUTPUT_SIZE = 64 * 1024 * 1024;

export interface ProcessRequest {
  /** Program and arguments, which must not contain secrets. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Returns the standard input (default: empty). Called once, when the process is spawned. */
  readonly input?: () => string;
  /** Time limit in milliseconds. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  readonly redactor: Redactor;
  readonly onLine?: (line: string, source: 'stdout' | 'stderr') => void;
  /** Capture standard output without redaction, because it is data. It is not split into lines. */
  readonly capture?: boolean;
  /**
   * Receives standard output in chunks instead of lines, without redaction. Returning false ends the process.
   */
  readonly onChunk?: (chunk: Buffer) => boolean;
  /** File descriptors that the process and its children inherit together with their locks. */
  readonly inheritedFiles?: readonly number[];
}

export interface ProcessEnd {
  /** `output`: the process was ended because its captured output was too large or `onChunk` returned false. */
  readonly end: 'exit' | 'signal' | 'limit' | 'output' | 'abort' | 'not-started';
  /** Exit status, if `end` is `exit`. */
  readonly status?: number;
  /** Name of the signal, if `end` is `signal`. */
  readonly signal?: string;
  /** Reason why the program could not be started, if `end` is `not-started`. */
  readonly reason?: string;
  /**
   * At most 20 lines, redacted: the last lines of standard error and of standard output. Standard output is
   * omitted if it is captured or passed to `onChunk`.
   */
  readonly tail: readonly string[];
  /** The captured standard output; empty without `capture`. */
  readonly stdout: string;
}

export function succeeded(end: ProcessEnd): boolean {
  return end.end === 'exit' && end.status === 0;
}

/**
 * Runs a process until it exits. At the time limit, when the signal is aborted, when the captured output is too
 * large or when `onChunk` returns false, its process group receives SIGTERM and, after a grace period, SIGKILL. A
 * process that fails or cannot be started does not reject the promise.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const { argv, signal, redactor, onLine, capture = false, onChunk } = request;
  const tail: string[] = [];
  if (signal?.aborted) return Promise.resolve({ end: 'abort', tail, stdout: '' });
  const captured: Buffer[] = [];
  let size = 0;
  const [program = '', ...args] = argv;
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        detached: true,
        cwd: request.cwd ?? '/',
        env: request.environment,
        stdio: [
          request.input === undefined ? 'ignore' : 'pipe',
          'pipe',
          'pipe',
          ...(request.inheritedFiles ?? []),
        ],
      });
    } catch (error) {
      resolve({ end: 'not-started', reason: messageOf(error), tail, stdout: '' });
      return;
    }
    let cause: 'limit' | 'output' | 'abort' | undefined;
    let reason: string | undefined;
    const stop = (why: 'limit' | 'output' | 'abort'): void => {
      if (cause !== undefined) return;
      cause = why;
      killGroup(child, 'SIGTERM');
      killer = setTimeout(() => {
        killGroup(child, 'SIGKILL');
        // Do not wait for a process outside the group, which may still have the pipes open.
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, GRACE);
    };
    let killer: NodeJS.Timeout | undefined;
    const limiter = setTimeout(() => stop('limit'), request.limit);
    const abort = (): void => stop('abort');
    signal?.addEventListener('abort', abort, { once: true });

    const cutters = (['stdout', 'stderr'] as const).map((source) => {
      const cutter = createLineSplitter(redactor, (line) => {
        tail.push(line);
        if (tail.length > TAIL_LENGTH) tail.shift();
        onLine?.(line, source);
      });
      child[source]?.on('data', (chunk: Buffer) => {
        if (source === 'stderr') cutter.push(chunk);
        else if (onChunk !== undefined) {
          if (cause === undefined && !onChunk(chunk)) stop('output');
        } else if (!capture) cutter.push(chunk);
        else if ((size += chunk.length) <= MAXIMUM_OUTPUT_SIZE) captured.push(chunk);
        else stop('output');
      });
      return cutter;
    });
    // A process may exit without reading its input.
    child.stdin?.on('error', () => undefined);
    if (request.input !== undefined) child.stdin?.end(request.input());

    child.on('error', (error) => (reason = messageOf(error)));
    child.on('close', (status, killedBy) => {
      clearTimeout(limiter);
      clearTimeout(killer);
      signal?.removeEventListener('abort', abort);
      for (const cutter of cutters) cutter.end();
      const stdout = Buffer.concat(captured).toString('utf8');
      if (reason !== undefined) resolve({ end: 'not-started', reason, tail, stdout });
      else if (cause !== undefined) resolve({ end: cause, tail, stdout });
      else if (killedBy !== null) resolve({ end: 'signal', signal: killedBy, tail, stdout });
      else resolve({ end: 'exit', status: status ?? -1, tail, stdout });
    });
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All processes of the group have already exited.
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
