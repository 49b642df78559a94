import type { Diagnostic } from '@writ/diagnostics';
import type { Operation, FileRoot } from '../plan/operation.ts';
import type { RunContext } from './context.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import type { Sandbox } from './sandbox.ts';

/** The roots of a run that its target decides. */
export type SessionRoots = Readonly<Record<Exclude<FileRoot, 'scratch' | 'cache'>, string>>;

/** Where a run works: folders, a journal and locks that are its own until it closes. */
export interface TargetSession {
  readonly roots: SessionRoots;
  /** The tree as commands see it, when they see other mounts than this process. */
  readonly commandTree?: string;
  readonly sandbox: Sandbox;
  /** File descriptors of its locks; commands inherit them, and keep them while they still run. */
  readonly locks: readonly number[];
  /** What the journal calls done has reached the disk, also after a power cut. */
  readonly durable: boolean;
  /**
   * What an earlier run wrote; undefined when there is none. Throws when nobody can go on with it.
   *
   * @param resume somebody wants to go on: then also that of another system on this machine counts
   */
  readJournal(resume: boolean): Promise<JournalRecord[] | undefined>;
  /** @param done operations of an earlier run */
  openJournal(mode: 'new' | 'continue', done: ReadonlySet<string>): Promise<Journal>;
  /** Makes the targets ready for an operation; says what forbids it. */
  beforeOperation(operation: Operation): Promise<string | undefined>;
  /** An operation has been applied, and stands in the journal. */
  afterOperation(operation: Operation): Promise<void>;
  /** Takes away what an earlier run left and nobody wants to go on with. */
  discard(context: RunContext): Promise<void>;
  /** Takes away what a complete run leaves. */
  finish(context: RunContext): Promise<void>;
  /** Gives everything back; what a later run can go on with stays. */
  close(): Promise<void>;
}

/** The site, or why there is none. */
export type OpenedSession = TargetSession | readonly Diagnostic[];

/** An error of the operating system is an answer; any other is a fault of ours, and goes on its way. */
export function toSystemError(error: unknown): NodeJS.ErrnoException {
  if (error instanceof Error && 'syscall' in error) return error as NodeJS.ErrnoException;
  throw error;
}
