/** Starts database servers on Unix sockets in temporary folders. */
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill as sendSignal } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';

/** A server that a test can kill and start again. Its data is in a temporary folder. */
export interface DatabaseServer {
  /** The folder with the server's socket. */
  readonly folder: string;
  readonly process: ChildProcess;
  /** Kills the server as a crash would end it. */
  kill(): Promise<void>;
  /** Starts the server after `kill()`. */
  start(): Promise<void>;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

interface Settings {
  readonly folder: string;
  readonly command: readonly string[];
  readonly options: SpawnOptions;
  /** Resolves if the server accepts connections, and rejects if it does not. */
  readonly ping: () => Promise<unknown>;
}

const START_TIME = 120_000;

/** Starts PostgreSQL, whose user and database are `postgres`. */
export async function startPostgres(): Promise<DatabaseServer> {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
  if (bin === undefined) throw new Error('PostgreSQL is missing: ./test --all installs it');
  const folder = mkdtempSync(join(tmpdir(), 'writ-postgres-'));
  const options: SpawnOptions = { stdio: 'ignore', cwd: folder };
  // The server refuses to run as root.
  if (process.getuid!() === 0) {
    const idOf = (kind: string): number =>
      Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
    Object.assign(options, { uid: idOf('-u'), gid: idOf('-g') });
    chownSync(folder, options.uid!, options.gid!);
  }
  const data = join(folder, 'data');
  const init = [`-D${data}`, '-Upostgres', '-Atrust', '-EUTF8', '--no-locale', '--no-sync'];
  execFileSync(join(bin, 'initdb'), init, { ...options, timeout: START_TIME });
  // Without fsync, only a crash of the machine loses data.
  const settings = ['-c', 'fsync=off', '-c', 'max_connections=400'];
  const command = [join(bin, 'postgres'), '-D', data, '-k', folder, '-h', '', ...settings];
  const ping = async (): Promise<void> => {
    const client = new Client({ host: folder, user: 'postgres', connectionTimeoutMillis: 10_000 });
    await client.connect();
    await client.end();
  };
  return startServer({ folder, command, options, ping });
}

/** Opens a pool of connections to the database `postgres` of a server. */
export function openPool({ folder }: DatabaseServer): Pool {
  const pool = new Pool({ host: folder, user: 'postgres', connectionTimeoutMillis: 60_000 });
  // A pool emits an error when an idle connection is lost.
  pool.on('error', () => {});
  return pool;
}

/** Starts Redis with a log of all writes. `connect` connects to the socket `redis` in the folder and disconnects. */
export function startRedis(
  connect: (folder: string) => Promise<unknown>,
  ...more: string[]
): Promise<DatabaseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-redis-'));
  const log = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
  const command = ['redis-server', '--port', '0', '--unixsocket', join(folder, 'redis'), '--dir', folder];
  return startServer({
    folder,
    command: [...command, ...log, ...more],
    options: { stdio: 'ignore' },
    ping: () => connect(folder),
  });
}

/** Sends a signal to all processes of a server; stopped ones do not respond, as on an overloaded machine. */
export function signalServer({ process: { pid } }: DatabaseServer, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const process of [pid!, ...children.map(Number)]) sendSignal(process, signal);
}

async function startServer({ folder, command, options, ping }: Settings): Promise<DatabaseServer> {
  const [program = '', ...args] = command;
  let child = spawn(program, args, options);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const waitUntilReady = async (): Promise<void> => {
    const deadline = performance.now() + START_TIME;
    for (;;) {
      try {
        await ping();
        return;
      } catch (error) {
        if (performance.now() >= deadline) throw error;
      }
      await pause(50);
      // The processes of a killed PostgreSQL server may still be using its memory.
      if (child.exitCode !== null) child = spawn(program, args, options);
    }
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  try {
    await waitUntilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    get process() {
      return child;
    },
    kill,
    async start() {
      child = spawn(program, args, options);
      await waitUntilReady();
    },
    stop,
  };
}
