import { spawn, type ChildProcess } from 'node:child_process';
import { createLineSplitter } from './split-lines.ts';
import type { Redactor } from './redact.ts';

/** How long a process may go on after it was asked to end, in milliseconds. */
const GRACE = 1500;
/** Lines kept for the failure's report. */
const TAIL_LENGTH = 20;
/** Bytes of standard output kept for a caller who asks for them. */
const MAXIMUM_OUTPUT_SIZE = 64 * 1024 * 1024;

export interface ProcessRequest {
  /** Program and arguments; nothing of it is secret. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to its standard input and closed; called when the process stands. Absent: empty. */
  readonly input?: () => string;
  /** Milliseconds. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  readonly redactor: Redactor;
  readonly onLine?: (line: string, source: 'stdout' | 'stderr') => void;
  /** Keep standard output, not redacted; for output that is data. */
  readonly capture?: boolean;
  /** Called with standard output as it comes, in the place of lines; false ends the process. */
  readonly onChunk?: (chunk: Buffer) => boolean;
  /** Open files that the process and everything it starts keep open, and with them the locks on them. */
  readonly inheritedFiles?: readonly number[];
}

export interface ProcessEnd {
  /** `output`: ended because it gave more than is read. */
  readonly end: 'exit' | 'signal' | 'limit' | 'output' | 'abort' | 'not-started';
  /** Of `exit`. */
  readonly status?: number;
  /** Of `signal`. */
  readonly signal?: string;
  /** Of `not-started`. */
  readonly reason?: string;
  /** The last lines of both outputs, redacted. */
  readonly tail: readonly string[];
  readonly stdout: string;
}

export function succeeded(end: ProcessEnd): boolean {
  return end.end === 'exit' && end.status === 0;
}

/**
 * Runs one process to its end, which comes at the latest with the limit or the signal: then the whole process
 * group is asked to end, and killed when it does not. Never rejects.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const { argv, signal, redactor, onLine, capture = false, onChunk } = request;
  const tail: string[] = [];
  if (signal?.aborted) return Promise.resolve({ end: 'abort', tail, stdout: '' });
  const kept: Buffer[] = [];
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
        // A process outside the group may still hold the pipes open; nobody waits for it.
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
        else if ((size += chunk.length) <= MAXIMUM_OUTPUT_SIZE) kept.push(chunk);
        else stop('output');
      });
      return cutter;
    });
    // A process may end without reading what it is given.
    child.stdin?.on('error', () => undefined);
    if (request.input !== undefined) child.stdin?.end(request.input());

    child.on('error', (error) => (reason = messageOf(error)));
    child.on('close', (status, killedBy) => {
      clearTimeout(limiter);
      clearTimeout(killer);
      signal?.removeEventListener('abort', abort);
      for (const cutter of cutters) cutter.end();
      const stdout = Buffer.concat(kept).toString('utf8');
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
    // The group is gone already.
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
