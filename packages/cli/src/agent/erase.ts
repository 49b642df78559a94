import { machineFacts, type Disk } from '@writ/installer';
import { redactor, runProcess, succeeded } from '@writ/installer/internal';
import type { WorkEnd, WorkOptions } from './host.ts';
import type { EraseWork } from './protocol.ts';

/** Milliseconds for the signatures of one device. */
const SIGNATURES_LIMIT = 60_000;
/** Milliseconds for all bytes of one disk. */
const ZERO_LIMIT = 48 * 60 * 60_000;

/** Runs a program, and returns its standard output; rejects with the reason if it fails. */
export type RunProgram = (argv: readonly string[], limit: number, signal: AbortSignal) => Promise<string>;

/** The programs and the facts of this machine; tests replace them. */
export interface EraseHost {
  readDisks(): Promise<readonly Disk[]>;
  readonly run: RunProgram;
}

const thisHost: EraseHost = {
  readDisks: async () => (await machineFacts()).disks,
  run: async (argv, limit, signal) => {
    const end = await runProcess({
      argv,
      environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      limit,
      signal,
      redactor: redactor([]),
      capture: true,
    });
    if (succeeded(end)) return end.stdout;
    throw new Error(`${argv[0]} failed: ${end.tail.at(-1) ?? end.reason ?? end.end}`);
  },
};

/** Erases the disks with these serial numbers, and verifies that nothing is recognized on them any more. */
export async function eraseDisks(
  { disks: serials, method }: EraseWork,
  { signal, onEvent }: WorkOptions,
  host: EraseHost = thisHost,
): Promise<WorkEnd> {
  const log = (text: string): void =>
    onEvent({ type: 'log', id: 'erase', source: 'writ', time: new Date().toISOString(), text } as never);
  try {
    const disks = await host.readDisks();
    const chosen = serials.map((serial) => findUnused(disks, serial));
    for (const { path, partitions } of chosen) {
      // Partitions first: after the table is gone, they can no longer be addressed.
      const devices = [...partitions.map((partition) => partition.path), path];
      for (const device of devices) {
        log(`removing the signatures of ${device}`);
        await host.run(['wipefs', '--all', '--quiet', device], SIGNATURES_LIMIT, signal);
      }
      if (method === 'zero') {
        log(`writing zeros to all of ${path}`);
        await host.run(['blkdiscard', '--zeroout', path], ZERO_LIMIT, signal);
      }
      const left = await host.run(['wipefs', '--noheadings', path], SIGNATURES_LIMIT, signal);
      if (left.trim() !== '') throw new Error(`${path} still has signatures`);
      log(`${path} is erased`);
    }
    return { isInterrupted: false };
  } catch (error) {
    if (signal.aborted) return { isInterrupted: true };
    return { failure: { message: (error as Error).message }, isInterrupted: false };
  }
}

/** @throws Error when there is not exactly one such disk, or it is in use */
function findUnused(disks: readonly Disk[], serial: string): Disk {
  const found = disks.filter((disk) => disk.kind === 'disk' && disk.serial === serial);
  const [disk] = found;
  if (disk === undefined || found.length > 1)
    throw new Error(`${found.length} disks have the serial number ${serial}`);
  const uses = [disk, ...disk.partitions].flatMap(({ mountPoints, holders, loops, pools, swap }) => [
    ...mountPoints,
    ...holders.map(({ name }) => name),
    ...loops,
    ...pools.map(({ uuid }) => uuid),
    ...(swap ? ['swap'] : []),
  ]);
  if (uses.length > 0) throw new Error(`${disk.path} is in use: ${uses.join(', ')}`);
  return disk;
}
