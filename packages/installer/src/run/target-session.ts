import type { Diagnostic } from '@writ/diagnostics';
import type { Operation, FileRoot } from '../plan/operation.ts';
import type { RunContext } from './context.ts';
import type { FolderRecord, JournalRecord } from './journal-record.ts';
import type { Journal } from './journal.ts';
import type { Sandbox } from './sandbox.ts';

/** The roots that depend on the target. */
export type SessionRoots = Readonly<Record<Exclude<FileRoot, 'scratch' | 'cache'>, string>>;

/** The opened target of a run, with its folders, journal and locks. */
export interface TargetSession {
  readonly roots: SessionRoots;
  /** The tree's path for commands, if their mounts differ from the mounts of this process. */
  readonly commandTree?: string;
  readonly sandbox: Sandbox;
  /** The file systems in a prepared folder; absent for other targets. */
  readonly folder?: FolderRecord;
  /** File descriptors of the locks. Commands inherit them and therefore hold the locks while they run. */
  readonly locks: readonly number[];
  /** True if operations that the journal records as done survive a power failure. */
  readonly durable: boolean;
  /**
   * Reads the journal of an earlier run; returns undefined if there is none. Rejects if the run cannot be resumed.
   *
   * @param resume also look for a copy of the journal on the disk, because a live system loses its own files
   */
  readJournal(resume: boolean): Promise<JournalRecord[] | undefined>;
  /** @param done IDs of the operations that an earlier run completed */
  openJournal(mode: 'new' | 'continue', done: ReadonlySet<string>): Promise<Journal>;
  /** Prepares the target for an operation. Returns the reason if the operation must not run. */
  beforeOperation(operation: Operation): Promise<string | undefined>;
  /** Called after an operation has been applied and recorded in the journal. */
  afterOperation(operation: Operation): Promise<void>;
  /** Where to create a tree in memory; absent if the tree is always at `roots.tree`. */
  readonly memory?: MemoryPlace;
  /** Removes the state of an earlier run that is not resumed. */
  discard(context: RunContext): Promise<void>;
  /** Removes the state of a complete run. */
  finish(context: RunContext): Promise<void>;
  /** Releases the target. State that a later run can resume remains. */
  close(): Promise<void>;
}

/** The place in memory for an image's tree. */
export interface MemoryPlace {
  /**
   * Claims the place if there is enough memory for a tree of this size in bytes. Returns its path; undefined if
   * memory is short or another run uses the place.
   */
  take(bytes: number): Promise<string | undefined>;
  /**
   * Claims the place again for the tree of an earlier run; returns false if the tree is gone or another run uses it.
   */
  takeAgain(path: string): Promise<boolean>;
}

/** The session, or the findings that explain why it was refused. */
export type OpenedSession = TargetSession | readonly Diagnostic[];

/** Returns an error reported by the operating system; any other error is a defect and is thrown again. */
export function toSystemError(error: unknown): NodeJS.ErrnoException {
  if (error instanceof Error && 'syscall' in error) return error as NodeJS.ErrnoException;
  throw error;
}
