import type { InstallRequest, InstallResult } from '@writ/installer';
import type { Store } from '../store/store.ts';
import type { Changes } from './changes.ts';
import type { EndState, Ending, Install, NewInstall, Trouble } from './install.ts';
import { recorder } from './recorder.ts';

/** `install` of the installer, or what stands in for it. */
export type Installer = (request: InstallRequest) => Promise<InstallResult>;

/** What the installer is asked for; the configuration in it stays in memory until its installation ends. */
export type Job = Omit<InstallRequest, 'signal' | 'onEvent' | 'confirm'>;

export type Refusal = 'full' | 'target-taken' | 'closing';

export interface Queue {
  /** Installs one at a time: pacman, mkfs and the disk gain nothing from two at once. */
  add(install: NewInstall, job: Job): Install | Refusal;
  /** Ends a waiting or running installation as SIGINT does; false when it has ended already. */
  cancel(id: number): boolean;
  /** Whether one runs. */
  readonly busy: boolean;
  /** Takes no more, ends what runs (with its clean-up) and resolves when that is done; waits at most `limit` milliseconds. */
  close(limit: number): Promise<'clean' | 'late'>;
}

export interface QueueOptions {
  readonly store: Store;
  readonly changes: Changes;
  readonly install: Installer;
  /** Waiting installations, the running one not counted. */
  readonly limit: number;
  readonly now: () => Date;
  /** Hears of faults that belong to no request; the text holds nothing of a configuration. */
  readonly fault: (message: string, error: unknown) => void;
}

interface Entry {
  readonly id: number;
  readonly path: string;
  readonly job: Job;
  readonly stop: AbortController;
}

const again = 'Start it again with the same configuration; what was done before is used again';

/** The queue of one service. Installations that an earlier service left open are ended as interrupted. */
export function createQueue(options: QueueOptions): Queue {
  const { store, changes, now, fault } = options;
  const waiting: Entry[] = [];
  let running: Entry | undefined;
  let settled: Promise<void> = Promise.resolve();
  let closing = false;

  const end = (id: number, ending: Ending): void => {
    try {
      store.ended(id, ending);
    } catch (error) {
      fault(`How installation ${id} ended could not be kept`, error);
    }
    changes.tell(id);
  };

  for (const left of store.open()) {
    const began = left.state === 'running';
    const message = began
      ? 'The service was ended while this installation ran'
      : 'The service was ended before this installation began';
    const next = began ? again : 'Start it again with the same configuration';
    end(left.id, {
      state: 'interrupted',
      ended: now().toISOString(),
      resumable: began || left.resume,
      trouble: { message, next },
    });
  }

  const work = async (entry: Entry): Promise<void> => {
    store.started(entry.id, now().toISOString());
    changes.tell(entry.id);
    const onEvent = recorder(
      store,
      entry.id,
      () => changes.tell(entry.id),
      (error) => fault(`Events of installation ${entry.id} can no longer be kept`, error),
    );
    const result = await options.install({ ...entry.job, signal: entry.stop.signal, onEvent });
    end(entry.id, { ...endingOf(result), ended: now().toISOString() });
  };

  const next = (): void => {
    const entry = waiting.shift();
    if (entry === undefined) return;
    running = entry;
    settled = work(entry)
      .catch((error: unknown) => {
        fault(`Installation ${entry.id} ended with a fault of writ`, error);
        const trouble = { message: 'A fault of writ itself ended this installation', next: again };
        end(entry.id, { state: 'failed', ended: now().toISOString(), resumable: true, trouble });
      })
      .finally(() => {
        running = undefined;
        next();
      });
  };

  const leave = (entry: Entry, message: string): void => {
    waiting.splice(waiting.indexOf(entry), 1);
    const trouble = { message, next: 'Start it again with the same configuration' };
    const resumable = entry.job.resume === true;
    end(entry.id, { state: 'interrupted', ended: now().toISOString(), resumable, trouble });
  };

  return {
    get busy() {
      return running !== undefined;
    },
    add: (install, job) => {
      if (closing) return 'closing';
      if (running?.path === install.path || waiting.some(({ path }) => path === install.path)) {
        return 'target-taken';
      }
      if (waiting.length >= options.limit) return 'full';
      const record = store.add(install);
      waiting.push({ id: record.id, path: install.path, job, stop: new AbortController() });
      if (running === undefined) next();
      return store.get(record.id) ?? record;
    },
    cancel: (id) => {
      const entry = waiting.find((candidate) => candidate.id === id);
      if (entry !== undefined) {
        leave(entry, 'Cancelled before it began');
        return true;
      }
      if (running?.id !== id) return false;
      running.stop.abort();
      return true;
    },
    close: async (limit) => {
      closing = true;
      for (const entry of waiting.slice())
        leave(entry, 'The service was ended before this installation began');
      running?.stop.abort();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, limit, 'late');
      });
      const outcome = await Promise.race([settled.then(() => 'clean' as const), late]);
      clearTimeout(timer);
      return outcome;
    },
  };
}

const states: Readonly<Record<InstallResult['outcome'], EndState>> = {
  done: 'done',
  findings: 'refused',
  usage: 'refused',
  refused: 'refused',
  failed: 'failed',
  interrupted: 'interrupted',
};

function endingOf(result: InstallResult): Omit<Ending, 'ended'> {
  const trouble = result.outcome === 'done' ? undefined : troubleOf(result);
  return { state: states[result.outcome], resumable: result.resumable, ...(trouble && { trouble }) };
}

function troubleOf(result: InstallResult): Trouble {
  if (result.failure !== undefined) return result.failure;
  if (result.outcome === 'interrupted') return { message: 'Interrupted', next: again };
  const errors = result.findings.filter((finding) => finding.severity === 'error');
  const hints = new Set(errors.flatMap(({ hint }) => hint ?? []));
  return {
    message: errors.map(({ message }) => message).join('; ') || 'The installation was refused',
    next: [...hints].join('; ') || 'Nothing was written',
  };
}
