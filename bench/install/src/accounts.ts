/** Time, memory and I/O of a command and of all processes that it started. */
export interface Usage {
  /** Elapsed time in seconds. */
  readonly wall: number;
  /** Seconds of processor time, in user and kernel mode. */
  readonly cpu: number;
  /** Peak memory of processes and of files in memory, in bytes; undefined without a memory control group. */
  readonly memory: number | undefined;
  /** Bytes read by system calls, including reads from the page cache and from pipes. */
  readonly read: number;
  /** Bytes written by system calls. */
  readonly written: number;
  /** Bytes written to storage, without files in memory. */
  readonly stored: number;
}

/** Ticks per second in /proc. Linux reports this rate to programs on every platform. */
const TICKS = 100;

/** Parses /proc/PID/stat and /proc/PID/io, which include the child processes that the process has waited for. */
export function parseAccounts(accounts: string): Pick<Usage, 'cpu' | 'read' | 'written' | 'stored'> {
  // The program name, in parentheses, may contain spaces.
  const fields = accounts.slice(accounts.lastIndexOf(') ', accounts.indexOf('rchar')) + 2).split(/\s/);
  // utime, stime, cutime and cstime are fields 14 to 17; the first element of `fields` is field 3.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const account = (name: string): number =>
    Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(accounts)?.[1] ?? Number.NaN);
  return {
    cpu: ticks / TICKS,
    read: account('rchar'),
    written: account('wchar'),
    stored: account('write_bytes') - account('cancelled_write_bytes'),
  };
}

/** Returns the memory of processes and of files in memory, without copies of files on disks. */
export function parseMemory(stat: string): number {
  const field = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  // Version 1 reports `rss` instead of `anon`, and separate totals that include child groups.
  return (field('anon') || field('total_rss')) + (field('total_shmem') || field('shmem'));
}
