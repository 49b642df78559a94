import type { Diagnostic } from '@writ/diagnostics';
import type { RunContext } from './context.ts';

/** Where a run works: folders, a journal and locks that are its own until it closes. */
export interface Site {
  readonly places: Omit<RunContext['places'], 'scratch' | 'cache'>;
  /** The journal's path. */
  readonly journal: string;
  /** File descriptors of its locks; commands inherit them, and keep them while they still run. */
  readonly locks: readonly number[];
  /** Looks at the targets once more; says what forbids writing to them. */
  guard(): Promise<string | undefined>;
  /** Takes away what an earlier run left and nobody wants to go on with. */
  discard(context: RunContext): Promise<void>;
  /** Takes away what a complete run leaves. */
  finish(context: RunContext): Promise<void>;
  /** Gives everything back; what a later run can go on with stays. */
  close(): Promise<void>;
}

/** The site, or why there is none. */
export type OpenedSite = Site | readonly Diagnostic[];

/** An error of the operating system is an answer; any other is a fault of ours, and goes on its way. */
export function systemError(error: unknown): Error {
  if (error instanceof Error && 'syscall' in error) return error;
  throw error;
}
