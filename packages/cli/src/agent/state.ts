import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';
import { writePrivate } from '../files/private-file.ts';
import type { Work, WorkFailure } from './protocol.ts';

/** The progress of a run, from the claim to the report. */
export interface RunState {
  readonly run: number;
  /** Makes a claim repeatable. */
  readonly nonce: string;
  /** The claimed work, which may contain secrets; absent before the claim and after the end. */
  readonly work?: Work;
  /** Whether the work has been started at least once. */
  readonly isStarted?: boolean;
  /** Present once the work has ended. */
  readonly outcome?: { readonly failure?: WorkFailure; readonly ending: Work['ending'] };
  readonly isReported?: boolean;
}

/** The state of an agent, which survives interruptions. */
export interface AgentState {
  /** The secret with which the agent identifies itself. */
  readonly key: string;
  readonly isRegistered: boolean;
  readonly run?: RunState;
}

/** The state of an agent in a private folder. */
export class StateFile {
  readonly #file: string;
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#file = join(folder, 'state.json');
  }

  /**
   * Creates the folder if it does not exist.
   *
   * @throws UsageError if it cannot be created, or others can read it
   */
  static async open(folder: string): Promise<StateFile> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { mode, uid } = await stat(folder);
      if ((mode & 0o077) !== 0 || uid !== process.getuid?.())
        throw new UsageError(
          `${folder} must belong to this user, and others must not be able to read it: chmod 700`,
        );
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`cannot create ${folder}: ${(error as Error).message}`);
    }
    return new StateFile(folder);
  }

  /** Returns the stored state; undefined if there is none. */
  async read(): Promise<AgentState | undefined> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as AgentState;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new UsageError(
        `cannot use ${this.#file}: ${(error as Error).message}; delete it to register again`,
      );
    }
  }

  /** Replaces the state atomically. */
  write(state: AgentState): Promise<void> {
    return writePrivate(this.#file, JSON.stringify(state));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
