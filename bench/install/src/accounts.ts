/** Time, memory and I/O of a command with all processes that it started. */
export interface Usage {
  /** Seconds. */
  readonly wall: number;
  /** Seconds of processor time, in user and kernel mode. */
  readonly cpu: number;
  /** Largest sum of memory of the processes and of files in memory, in bytes; undefined without a memory control group. */
  readonly memory: number | undefined;
  /** Bytes of system calls that read, including from the page cache and from pipes. */
  readonly read: number;
  /** Bytes of system calls that write. */
  readonly written: number;
  /** Bytes of pages that were written to storage, without files in memory. */
  readonly stored: number;
}

/** Ticks of a second in /proc, as Linux reports them to programs on every platform. */
const TICKS = 100;

/** Parses /proc/PID/stat and /proc/PID/io, which include all processes that ended and were waited for. */
export function parseAccounts(accounts: string): Pick<Usage, 'cpu' | 'read' | 'written' | 'stored'> {
  // The name of the program, in parentheses, may contain spaces.
  const fields = accounts.slice(accounts.lastIndexOf(') ', accounts.indexOf('rchar')) + 2).split(/\s/);
  // utime, stime, cutime and cstime are the fields 14 to 17; the first one here is field 3.
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

/** Sums the memory that is not a copy of a file: of processes, and of files in memory. */
export function parseMemory(stat: string): number {
  const field = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  // Version 1 has `rss` instead of `anon`, and totals of the groups below.
  return (field('anon') || field('total_rss')) + (field('total_shmem') || field('shmem'));
}
