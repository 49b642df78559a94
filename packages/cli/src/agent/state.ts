import { mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';
import { TEMPORARY_NAME, writePrivate } from '../files/private-file.ts';
import type { Work, WorkFailure } from './protocol.ts';
import { SPOOL_NAME } from './spool.ts';

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
  readonly run?: RunState | undefined;
}

const STATE_NAME = 'state.json';

/** The state of an agent in a private folder. */
export class StateFile {
  readonly #file: string;
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#file = join(folder, STATE_NAME);
  }

  /**
   * Creates the folder if it does not exist.
   *
   * @throws UsageError if it cannot be created, others can read it, or it contains files but no state of an agent
   */
  static async open(folder: string): Promise<StateFile> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { mode, uid } = await stat(folder);
      if ((mode & 0o077) !== 0 || uid !== process.getuid?.())
        throw new UsageError(
          `${folder} must belong to this user, and others must not be able to read it: chmod 700`,
        );
      const names = await readdir(folder);
      const foreign = names.find((name) => !isOwnName(name));
      if (foreign !== undefined && !names.includes(STATE_NAME))
        throw new UsageError(
          `${folder} contains ${JSON.stringify(foreign)}, which is not a file of the agent: use an empty or new folder`,
        );
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`cannot create ${folder}: ${(error as Error).message}`);
    }
    return new StateFile(folder);
  }

  /**
   * Returns the stored state; undefined if there is none.
   *
   * @throws UsageError if the file cannot be read, or is not the state of an agent
   */
  async read(): Promise<AgentState | undefined> {
    try {
      const state = JSON.parse(await readFile(this.#file, 'utf8')) as Partial<AgentState> | null;
      if (typeof state?.key !== 'string' || typeof state.isRegistered !== 'boolean')
        throw new Error('it is not the state of an agent');
      return state as AgentState;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new UsageError(
        `cannot use ${this.#file}: ${(error as Error).message}; use another folder, or delete the file to register again`,
      );
    }
  }

  /** Replaces the state atomically. */
  write(state: AgentState): Promise<void> {
    return writePrivate(this.#file, JSON.stringify(state));
  }

  /** Deletes the files of the agent, and then the folder if it is empty. */
  async remove(): Promise<void> {
    const own = (await readdir(this.folder).catch(() => [])).filter(
      (name) => isOwnName(name) && name !== STATE_NAME,
    );
    // The state is deleted last: if the agent is killed before, it deletes the rest when it is started again.
    for (const name of [...own, STATE_NAME]) await rm(join(this.folder, name), { force: true });
    // The folder may contain other files, or be a mount point.
    await rmdir(this.folder).catch(() => undefined);
  }
}

function isOwnName(name: string): boolean {
  return name === STATE_NAME || SPOOL_NAME.test(name) || TEMPORARY_NAME.test(name);
}
