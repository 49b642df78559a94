/**
 * Writes the records of a service that is killed while one installation is running and another one is waiting. Runs with
 * the packages of an earlier version. Arguments: the settings as JSON.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Secret } from '@writ/diagnostics';
import { inject, type InjectResponse } from '@writ/http/testing';
import type { InstallRequest, InstallResult } from '@writ/installer';
import { createService, exampleConfiguration, type ServiceOptions } from '@writ/service';
import { createWorker } from '@writ/service/worker';

interface Settings {
  /** The state folder. */
  readonly state: string;
  readonly images: string;
  /** The database of a server and a worker; default: an SQLite database of one service. */
  readonly databaseUrl?: string;
}

const { state, images, databaseUrl } = JSON.parse(process.argv[2]!) as Settings;
const token = 'a-token-of-the-earlier-version';
const host = 'a';

async function install({ targets, onEvent }: InstallRequest): Promise<InstallResult> {
  const target = basename(targets?.[0] ?? '');
  const time = new Date().toISOString();
  const text = `a line of ${target}`;
  onEvent?.({ type: 'log', number: 1, time, id: 'packages', source: 'stdout', text });
  if (target === 'running.img') await new Promise(() => {});
  const outcome = target === 'done.img' ? 'done' : 'interrupted';
  return { outcome, findings: [], sources: [], resumable: outcome !== 'done', milliseconds: 1 };
}

/** Creates a well-formed hash of each password. */
function hash(passwords: readonly Secret[]): Promise<string[]> {
  const digestOf = (password: Secret): string =>
    createHash('sha512').update(password.reveal()).digest('base64').replaceAll(/[+=]/g, '.').slice(0, 86);
  return Promise.resolve(passwords.map((password) => `$6$saltsalt$${digestOf(password)}`));
}

const quiet = (): void => {};
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const options: ServiceOptions = {
  state,
  images,
  token,
  environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
  fetchDatabases: () => Promise.resolve({ problem: 'not used' }),
  install,
  hash,
  logger,
  ...(databaseUrl === undefined ? {} : { databaseUrl, workersOf: host }),
};
const service = await createService(options);
service.begin();
if (databaseUrl !== undefined) await createWorker({ databaseUrl, host, images, install, logger });

function send(
  url: string,
  json?: object,
  more: Readonly<Record<string, string>> = {},
): Promise<InjectResponse> {
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, ...more };
  return inject(
    service.router,
    json === undefined ? { url, headers } : { method: 'POST', url, headers, json },
  );
}

async function start(image: string): Promise<number> {
  const request = { configuration: exampleConfiguration(), image };
  const { digest: planSha256 } = (await send('/api/installs/plan', request)).json() as { digest: string };
  const started = await send('/api/installs', { ...request, planSha256 }, { 'idempotency-key': image });
  if (started.status !== 202) throw new Error(started.text());
  return started.json().id as number;
}

async function until(id: number, wanted: string): Promise<void> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(20)) {
    const total = (await send(`/api/installs/${id}/log?count=0`)).json().total as number;
    if ((await send(`/api/installs/${id}`)).json().state === wanted && total > 0) return;
  }
  throw new Error(`installation ${id} is not ${wanted}`);
}

await until(await start('done.img'), 'done');
await until(await start('interrupted.img'), 'interrupted');
await until(await start('running.img'), 'running');
await start('waiting.img');
kill(pid, 'SIGKILL');
