import { readFileSync, readlinkSync } from 'node:fs';
import { kill, pid } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** Identifies a process among all processes that its host has ever had. */
interface ProcessIdentity {
  readonly pid: number;
  /** Start time of the process in clock ticks since boot. */
  readonly start: string;
  readonly boot: string;
  /** The PID namespace; the same PID in another namespace is a different process. */
  readonly namespace: string;
}

/** `foreign`: in another PID namespace, such as a container's, so its state cannot be read. */
export type ProcessState = 'running' | 'gone' | 'foreign';

/** Milliseconds within which a killed process must be gone. */
const END_LIMIT = 10_000;

/** Returns the identity of this process as text. */
export function identifyProcess(): string {
  const { start } = readStat(pid)!;
  return JSON.stringify({ pid, start, ...readMachine() } satisfies ProcessIdentity);
}

/** Returns the state of a process of this host. */
export function readProcessState(identity: string): ProcessState {
  const { pid: id, start, boot, namespace } = JSON.parse(identity) as ProcessIdentity;
  const machine = readMachine();
  if (boot !== machine.boot) return 'gone';
  if (namespace !== machine.namespace) return 'foreign';
  const stat = readStat(id);
  // A zombie has ended, although its parent has not reaped it yet.
  return stat === undefined || stat.start !== start || 'ZX'.includes(stat.state) ? 'gone' : 'running';
}

/**
 * Kills a process, even a stopped one, together with the commands that it runs. Returns false if it cannot be killed:
 * it belongs to another user or PID namespace, or waits for a device.
 */
export async function endProcess(identity: string): Promise<boolean> {
  const deadline = performance.now() + END_LIMIT;
  while (performance.now() < deadline) {
    const state = readProcessState(identity);
    if (state !== 'running') return state === 'gone';
    try {
      kill((JSON.parse(identity) as ProcessIdentity).pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPERM') return false;
    }
    await pause(20);
  }
  return false;
}

function readMachine(): Pick<ProcessIdentity, 'boot' | 'namespace'> {
  return {
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    namespace: readlinkSync('/proc/self/ns/pid'),
  };
}

function readStat(id: number): { readonly state: string; readonly start: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the name of the program, which may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}
