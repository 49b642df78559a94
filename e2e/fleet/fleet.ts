/** Servers in this process and workers in their own processes, on one PostgreSQL database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect } from 'vitest';
import { createService, type Service, type ServiceOptions } from '@writ/service';
import { inject, type InjectRequest, type InjectResponse } from '@writ/http/testing';
import { fakeHash } from '../../packages/service/src/testing/fakes.ts';
import { installable, planOf, token } from '../../packages/service/src/testing/service.ts';
import { localPlanner } from '../../packages/service/src/work/planner.ts';
import type { DatabaseServer } from '../stores/servers.ts';

const program = fileURLToPath(new URL('worker-process.ts', import.meta.url));

/** An event of an installation in a worker. */
export interface RunEvent {
  readonly event: 'start' | 'resume' | 'step' | 'interrupted' | 'done';
  readonly target: string;
  readonly pid: number;
}

/** A stored event as its stream shows it. */
export interface StreamedEvent {
  readonly id: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TestServer {
  readonly service: Service;
  readonly send: (request: InjectRequest | string) => Promise<InjectResponse>;
  readonly start: (
    image: string,
    more?: Readonly<Record<string, unknown>>,
    key?: string,
  ) => Promise<InjectResponse>;
  /** Starts an installation and returns its number. */
  readonly begin: (image: string) => Promise<number>;
  readonly stateOf: (id: number) => Promise<unknown>;
  /** Follows an installation to its end. */
  readonly events: (id: number, after?: number) => Promise<StreamedEvent[]>;
}

/** A database, a folder for images, and all processes that a test has started. */
export class Fleet {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'writ-fleet-'));
  readonly url: string;
  readonly #admin: Client;
  readonly #workers: ChildProcess[] = [];
  readonly #services: Service[] = [];
  /** The standard error of the workers, and the log of the servers. */
  readonly log: string[] = [];

  private constructor(url: string, admin: Client) {
    this.url = url;
    this.#admin = admin;
    mkdirSync(join(this.folder, 'ends'));
    writeFileSync(join(this.folder, 'runs'), '');
  }

  static async create({ folder }: DatabaseServer, name: string): Promise<Fleet> {
    const connect = async (database: string): Promise<Client> => {
      const client = new Client({ host: folder, user: 'postgres', database });
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    const admin = await connect('postgres');
    await admin.query(`create database ${name} template template0`);
    await admin.end();
    return new Fleet(`postgres://postgres@/${name}?host=${folder}`, await connect(name));
  }

  get images(): string {
    return join(this.folder, 'images');
  }

  async server(workersOf: string, more: Partial<ServiceOptions> = {}): Promise<TestServer> {
    const log = (data: object, message: string): unknown =>
      this.log.push(`${message} ${JSON.stringify(data)}`);
    const service = await createService({
      state: mkdtempSync(join(this.folder, 'state-')),
      images: this.images,
      token,
      environment: () => ({ example: installable, mirrors: [], notices: [] }),
      hash: fakeHash,
      planner: localPlanner,
      fetchDatabases: () => Promise.resolve({ problem: 'no mirror in this test' }),
      logger: { debug: () => {}, info: () => {}, warn: log, error: log },
      databaseUrl: this.url,
      workersOf,
      ...more,
    });
    this.#services.push(service);
    const send: TestServer['send'] = (request) => {
      const given = typeof request === 'string' ? { url: request } : request;
      const headers = { host: 'localhost:7878', authorization: `Bearer ${token}`, ...given.headers };
      return inject(service.router, { ...given, headers });
    };
    const start: TestServer['start'] = async (image, rest = {}, key) => {
      const configuration = String(rest['configuration'] ?? installable);
      const planSha256 = (await send(planOf(configuration, image))).json().digest as string;
      const json = { configuration, image, planSha256, ...rest };
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      return send({ method: 'POST', url: '/api/installs', json, headers });
    };
    return {
      service,
      send,
      start,
      begin: async (image) => {
        const response = await start(image);
        expect(response.status, response.text()).toBe(202);
        return response.json().id as number;
      },
      stateOf: async (id) => (await send(`/api/installs/${id}`)).json().state,
      events: async (id, after) => {
        const headers = after === undefined ? {} : { 'last-event-id': String(after) };
        return parseStream((await send({ url: `/api/installs/${id}/events`, headers })).text());
      },
    };
  }

  /** Starts a worker, and waits until it takes jobs. */
  async worker(host: string, more: Readonly<Record<string, unknown>> = {}): Promise<ChildProcess> {
    const settings = { folder: this.folder, images: this.images, databaseUrl: this.url, host, ...more };
    const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#workers.push(child);
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.log.push(text));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`a worker ended before it was ready:\n${this.log.join('\n')}`);
    });
    await Promise.race([once(child.stdout, 'data'), ended]);
    ended.catch(() => undefined);
    return child;
  }

  /** Returns the events in the workers, without steps unless `steps` is set. */
  runs(target: string, { steps = false }: { readonly steps?: boolean } = {}): RunEvent[] {
    const lines = readFileSync(join(this.folder, 'runs'), 'utf8').trimEnd().split('\n');
    const events = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RunEvent);
    return events.filter((each) => each.target === target && (steps || each.event !== 'step'));
  }

  /** Waits until the target was started or resumed `count` times, and returns the last process. */
  async runner(target: string, count = 1): Promise<number> {
    const begun = (): RunEvent[] =>
      this.runs(target).filter(({ event }) => event === 'start' || event === 'resume');
    await expect.poll(() => begun().length, { timeout: 240_000 }).toBe(count);
    return begun().at(-1)!.pid;
  }

  /** Lets the installation onto a target end. */
  finish(target: string): void {
    writeFileSync(join(this.folder, 'ends', target), '');
  }

  async query(text: string): Promise<readonly Record<string, unknown>[]> {
    return (await this.#admin.query<Record<string, unknown>>(text)).rows;
  }

  /** Ends all connections to the database except this one. */
  async endConnections(): Promise<void> {
    await this.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  }

  async end(): Promise<void> {
    for (const child of this.#workers) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    }
    await Promise.all(this.#services.map((service) => service.stop(1_000).then(() => service.release())));
    await this.#admin.end().catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function parseStream(text: string): StreamedEvent[] {
  const blocks = text.split('\n\n').filter((block) => block.includes('data: '));
  return blocks.map((block) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
    );
    return {
      id: Number(fields.get('id')),
      type: fields.get('event') ?? '',
      data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
    };
  });
}
