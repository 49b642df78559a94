import { readFile } from 'node:fs/promises';
import { machineFacts, readNetworkCards } from '@writ/installer';
import { redactor, runProcess, succeeded } from '@writ/installer/internal';
import { UsageError } from '../command-line/usage-error.ts';
import { eraseDisks } from './erase.ts';
import { installWork } from './install-work.ts';
import type { EraseWork, InstallWork, MachineIdentity, WorkFailure } from './protocol.ts';

/** How work ended. `isInterrupted`: by its signal, so that it can be continued. */
export interface WorkEnd {
  readonly failure?: WorkFailure;
  readonly isInterrupted: boolean;
}

/** How work is to run. */
export interface WorkOptions {
  /** Whether the work has been started before. */
  readonly isResumed: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: { readonly type: string }) => void;
}

/** The machine on which the agent works. Tests and benchmarks replace it. */
export interface AgentHost {
  readIdentity(): Promise<MachineIdentity>;
  /** Returns the facts as JSON. */
  readFacts(): Promise<string>;
  install(work: InstallWork, options: WorkOptions): Promise<WorkEnd>;
  erase(work: EraseWork, options: WorkOptions): Promise<WorkEnd>;
  end(ending: 'reboot' | 'poweroff'): Promise<void>;
}

const END_LIMIT = 30_000;
const DMI = '/sys/class/dmi/id';

/** Values that manufacturers leave in place of a serial number. */
const PLACEHOLDER =
  /^(?:0+|1234567890?|none|n\/?a|default string|not (?:specified|applicable)|(?:system )?serial number|to be filled.*|o\.?e\.?m\.?)$/i;

/** This machine. */
export const thisMachine: AgentHost = {
  async readIdentity() {
    const [cards, uuid, serial] = await Promise.all([
      readNetworkCards(),
      readLine(`${DMI}/product_uuid`),
      readLine(`${DMI}/product_serial`),
    ]);
    const macs = cards.filter(({ wireless }) => !wireless).map(({ address }) => address);
    if (macs.length === 0)
      throw new UsageError('this machine has no wired network card, which identifies it');
    return {
      macs,
      ...(uuid === undefined || !/^[0-9a-f-]{36}$/i.test(uuid) ? {} : { uuid }),
      ...(serial === undefined || PLACEHOLDER.test(serial) ? {} : { serial }),
    };
  },
  readFacts: async () => JSON.stringify(await machineFacts()),
  install: installWork,
  erase: eraseDisks,
  async end(ending) {
    const end = await runProcess({
      argv: ['systemctl', ending],
      environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      limit: END_LIMIT,
      redactor: redactor([]),
    });
    if (!succeeded(end))
      throw new UsageError(`cannot ${ending}: ${end.tail.at(-1) ?? end.reason ?? end.end}`);
  },
};

/** Reads a line that only root may be able to read; undefined if it is empty or unreadable. */
async function readLine(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}
