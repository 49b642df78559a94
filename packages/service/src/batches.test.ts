import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectResponse } from '@writ/http/testing';
import { describe, expect, it, vi } from 'vitest';
import { newResult, temporaryFolder, writeWritImage } from './testing/fakes.ts';
import { canaries, installable, setUp, unhashableConfiguration, type SetUp } from './testing/service.ts';
import { localPlanner, type Planner } from './work/planner.ts';

const LIMIT = { timeout: 30_000 };
const rowCanary = 'canary-of-row';

const template = JSON.stringify({
  variables: { hostname: { type: 'hostname' }, '!password': { type: 'text' } },
  configuration: {
    ...(JSON.parse(installable) as object),
    hostname: '{{hostname}}',
    '!root-password': '{{!password}}',
  },
});

const tableOf = (...names: readonly string[]): string =>
  `hostname,!password\n${names.map((name) => `${name},${rowCanary}-${name}\n`).join('')}`;

interface Body extends Readonly<Record<string, unknown>> {
  readonly table: string;
}

const bodyOf = (table: string, more: object = {}): Body => ({
  template,
  table,
  image: '{{hostname}}.img',
  ...more,
});

const send = ({ send: inject }: SetUp, url: string, json?: object): Promise<InjectResponse> =>
  inject(json === undefined ? url : { method: 'POST', url: `/api/batches${url}`, json });

/** Plans a batch and starts it. */
async function start(set: SetUp, body: Body): Promise<InjectResponse> {
  const { digest: planSha256 } = (await send(set, '/plan', body)).json() as { digest: string };
  return send(set, '', { ...body, planSha256 });
}

/** Starts a batch and returns its number. */
async function begin(set: SetUp, body: Body): Promise<number> {
  set.service.begin();
  const response = await start(set, body);
  expect(response.status, response.text()).toBe(202);
  return response.json().id as number;
}

async function statesOf({ send: inject }: SetUp, id: number): Promise<string[]> {
  const rows = (await inject(`/api/batches/${id}/rows`)).json() as { state: string }[];
  return rows.map(({ state }) => state);
}

const waitForStates = (set: SetUp, id: number, states: readonly string[]): Promise<void> =>
  vi.waitFor(async () => expect(await statesOf(set, id)).toEqual(states), LIMIT);

const waitForState = (set: SetUp, id: number, state: string): Promise<void> =>
  vi.waitFor(async () => expect((await set.send(`/api/batches/${id}`)).json().state).toBe(state), LIMIT);

const change = (set: SetUp, id: number, action: string): Promise<InjectResponse> =>
  set.send({ method: 'POST', url: `/api/batches/${id}/${action}` });

/** Ends the run with this index once it has started. */
async function endRun({ runs }: SetUp, index: number, outcome: 'done' | 'failed' = 'done'): Promise<void> {
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(index), LIMIT);
  const failure = { message: 'no room', next: 'make room', resumable: false, id: 'x', tail: [] };
  runs[index]!.end(newResult(outcome, outcome === 'failed' ? ({ failure } as object) : {}));
}

describe('the plan of a batch', () => {
  it('contains the digest of each row and of the batch, and the comparisons', async () => {
    const set = await setUp();
    const table = tableOf('web-1', 'web-2', 'web-3');
    const answer = (await send(set, '/plan', bodyOf(table))).json();
    expect(answer).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      count: 3,
      overwrites: false,
      findings: [],
      rows: [
        { number: 1, line: 2, target: 'web-1.img', labels: {}, losses: [] },
        { number: 2, line: 3, target: 'web-2.img' },
        { number: 3, line: 4, target: 'web-3.img' },
      ],
      review: { rows: 3 },
      plans: { usual: [1, 2, 3], variants: [] },
    });
    expect(new Set(answer.rows.map(({ digest }: { digest: string }) => digest)).size).toBe(3);
    expect(answer.review.differing).toContainEqual(
      expect.objectContaining({ pointer: '/!root-password', secret: true, values: [] }),
    );
    const again = (await send(set, '/plan', bodyOf(table))).json();
    expect(again.digest).toBe(answer.digest);
    const renamed = (await send(set, '/plan', bodyOf(table, { image: 'x-{{hostname}}.img' }))).json();
    expect(renamed.digest).not.toBe(answer.digest);
  });

  it('lists the rows whose plan differs', async () => {
    const set = await setUp();
    const { variables, configuration } = JSON.parse(template) as { variables: object; configuration: object };
    const varied = JSON.stringify({
      variables: { ...variables, kernel: { type: 'enum', values: ['linux', 'linux-lts'] } },
      configuration: { ...configuration, kernels: ['{{kernel}}'] },
    });
    const table = `hostname,!password,kernel\na,secret-1,linux\nb,secret-2,linux-lts\nc,secret-3,linux\n`;
    const answer = (await send(set, '/plan', bodyOf(table, { template: varied }))).json();
    expect(answer.plans).toMatchObject({
      usual: [1, 3],
      variants: [{ rows: [2], packages: { added: ['linux-lts'], removed: ['linux'] }, layout: false }],
    });
  });

  it('contains the findings with their rows, and no digest if a row cannot be installed', async () => {
    const set = await setUp();
    const answer = (await send(set, '/plan', bodyOf(tableOf('web-1', 'web_2')))).json();
    expect(answer).toMatchObject({
      count: 2,
      rows: [{ number: 1 }],
      findings: [{ code: 'W2409', file: 'table', range: { start: { line: 3 } } }],
    });
    expect(answer.digest).toBeUndefined();
    const response = await send(set, '', bodyOf(tableOf('web-1', 'web_2')));
    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'configuration-refused',
      errors: [{ source: 'table', code: 'W2409' }],
    });
  });

  it.each<[string, object, string, string | undefined]>([
    ['the same target', { image: 'disk.img' }, 'W2410', '"disk.img" is also the target of row 1'],
    ['an invalid name', { image: '../{{hostname}}.img' }, 'W2410', 'Invalid image name'],
    ['a device', { image: undefined, device: '/dev/{{hostname}}' }, 'W2410', 'Devices are not allowed'],
    ['labels', { labels: { rack: '3' } }, 'W2411', 'this service runs installations itself'],
    ['an unknown variable', { labels: { rack: '{{rack}}' } }, 'W2403', 'labels.rack: the variable "rack"'],
    ['a secret', { labels: { rack: '{{!password}}' } }, 'W2406', 'labels.rack'],
  ])('reports rows with %s', async (_title, more, code, message) => {
    const set = await setUp();
    const { findings, digest } = (await send(set, '/plan', bodyOf(tableOf('a', 'b'), more))).json();
    expect(digest).toBeUndefined();
    expect(findings).toContainEqual(
      expect.objectContaining({ code, message: expect.stringContaining(message!) }),
    );
  });

  it('requires one kind of target, and settings within their limits', async () => {
    const set = await setUp();
    const body = bodyOf(tableOf('a'));
    expect((await send(set, '/plan', { ...body, image: undefined })).status).toBe(400);
    expect((await send(set, '/plan', { ...body, device: '/dev/vda' })).status).toBe(400);
    for (const more of [{ concurrency: 0 }, { concurrency: 101 }, { canaries: -1 }, { stopAfter: 0 }])
      expect((await send(set, '', { ...body, ...more })).status).toBe(400);
  });

  it('limits the number and the length of labels and of the target, before and after they are filled', async () => {
    const set = await setUp();
    const body = bodyOf(tableOf('a'.repeat(60), 'b'));
    const plan = async (more: object): Promise<InjectResponse> => send(set, '/plan', { ...body, ...more });
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`label-${index}`, 'a']));
    for (const [more, detail] of [
      [{ image: `${'a'.repeat(1_021)}.img` }, 'image must have at most 1024 characters'],
      [{ labels: { rack: '{{hostname}}'.repeat(100) } }, 'labels.rack must have at most 1024 characters'],
      [{ labels: { ['a'.repeat(1_025)]: '1' } }, `labels.${'a'.repeat(73)} must have`],
      [{ labels: many }, 'labels must have at most 64 members'],
    ] as const) {
      const response = await plan(more);
      expect([response.status, response.json().detail]).toEqual([400, expect.stringContaining(detail)]);
    }
    const filled = (await plan({ image: `${'{{hostname}}'.repeat(20)}.img` })).json();
    expect(filled.digest).toBeUndefined();
    expect(filled.findings).toEqual([
      expect.objectContaining({
        code: 'W2413',
        file: 'table',
        message: 'row 1: image has more than 1,024 characters',
      }),
    ]);
    expect(filled.rows.map(({ number }: { readonly number: number }) => number)).toEqual([2]);
  });

  it('reports masks in place of secrets', async () => {
    const set = await setUp();
    const { findings } = (await send(set, '/plan', bodyOf('hostname,!password\na,••••••••\n'))).json();
    expect(findings[0]).toMatchObject({ code: 'masked-secret', file: 'table' });
  });
});

describe('the start of a batch', () => {
  it('requires the digest of the batch', async () => {
    const set = await setUp();
    const body = bodyOf(tableOf('a', 'b'));
    const { digest } = (await send(set, '/plan', body)).json() as { digest: string };
    const unnamed = await send(set, '', body);
    expect([unnamed.status, unnamed.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'plan-not-named', planSha256: digest }),
    ]);
    const other = await send(set, '', { ...bodyOf(tableOf('a', 'c')), planSha256: digest });
    expect([other.status, other.json().code]).toEqual([409, 'plan-changed']);
    expect((await set.send('/api/batches')).json()).toEqual([]);
  });

  it('requires consent to the loss of images', async () => {
    const set = await setUp();
    writeWritImage(join(set.folder, 'images', 'b.img'));
    const body = bodyOf(tableOf('a', 'b'));
    expect((await send(set, '/plan', body)).json()).toMatchObject({
      overwrites: true,
      rows: [{ losses: [] }, { losses: [{ target: expect.stringContaining('b.img') }] }],
    });
    const refused = await start(set, body);
    expect([refused.status, refused.json().code]).toEqual([409, 'overwrite-not-agreed']);
    expect((await start(set, { ...body, overwrite: true })).status).toBe(202);
  });

  it('is refused while another batch has one of its targets', async () => {
    const set = await setUp();
    await start(set, bodyOf(tableOf('a', 'b')));
    const again = await start(set, bodyOf(tableOf('b', 'c')));
    expect([again.status, again.json().detail]).toEqual([
      409,
      'Batch 1, which has not ended, installs onto b.img',
    ]);
  });

  it('is refused if secrets are missing, or cannot be stored', async () => {
    const set = await setUp();
    const { variables, configuration } = JSON.parse(template) as { variables: object; configuration: object };
    const reference = { ...configuration, '!users': { username: 'ada', '!password': { $secret: 'ada' } } };
    const missing = await start(
      set,
      bodyOf(tableOf('a'), { template: JSON.stringify({ variables, configuration: reference }) }),
    );
    expect([missing.status, missing.json().detail]).toEqual([
      422,
      expect.stringContaining('Row 1 needs the secrets ada'),
    ]);
    const { 'mirror-region': mirrors } = JSON.parse(unhashableConfiguration) as Record<string, unknown>;
    const unhashable = { variables, configuration: { ...configuration, 'mirror-region': mirrors } };
    const unsealed = await start(set, bodyOf(tableOf('a'), { template: JSON.stringify(unhashable) }));
    expect([unsealed.status, unsealed.json().detail]).toEqual([
      422,
      expect.stringContaining('WRIT_SEAL_KEY_FILE'),
    ]);
  });
});

describe('a running batch', () => {
  it('installs the canary first, then the other rows, with the confirmed plans', async () => {
    const set = await setUp();
    const body = bodyOf(tableOf('a', 'b', 'c'));
    const { rows } = (await send(set, '/plan', body)).json() as { rows: { digest: string }[] };
    const id = await begin(set, body);
    await waitForStates(set, id, ['running', 'waiting', 'waiting']);
    await endRun(set, 0);
    await waitForStates(set, id, ['done', 'running', 'queued']);
    await endRun(set, 1);
    await endRun(set, 2);
    await waitForState(set, id, 'done');
    expect(set.runs.map(({ request: { planSha256, targets } }) => [planSha256, targets])).toEqual(
      ['a', 'b', 'c'].map((name, index) => [
        rows[index]!.digest,
        [expect.stringContaining(`/images/${name}.img`)],
      ]),
    );
    expect((await set.send(`/api/batches/${id}`)).json()).toMatchObject({
      rows: { done: 3 },
      ended: expect.any(String),
      concurrency: 4,
      canaries: 1,
      stopAfter: 1,
    });
    expect((await set.send('/api/installs/2')).json()).toMatchObject({ target: 'b.img', state: 'done' });
    expect((await set.send('/api/installs/2/plan')).text()).toContain(rows[1]!.digest);
  });

  it('stops if the canary fails, continues on request, and installs the failed rows again', async () => {
    const set = await setUp();
    const id = await begin(set, bodyOf(tableOf('a', 'b'), { concurrency: 1 }));
    await endRun(set, 0, 'failed');
    await waitForState(set, id, 'stopped');
    expect(await statesOf(set, id)).toEqual(['failed', 'waiting']);
    expect((await change(set, id, 'pause')).status).toBe(409);
    expect((await change(set, id, 'resume')).json()).toMatchObject({ id, state: 'running' });
    await endRun(set, 1);
    await waitForState(set, id, 'failed');
    expect((await change(set, id, 'retry')).status).toBe(202);
    await endRun(set, 2);
    await waitForState(set, id, 'done');
    expect((await set.send(`/api/batches/${id}/rows`)).json()).toMatchObject([
      { state: 'done', install: 3, attempts: 1 },
      { state: 'done', install: 2, attempts: 1 },
    ]);
    expect((await change(set, id, 'retry')).status).toBe(409);
  });

  it('starts no row while it is paused', async () => {
    const set = await setUp();
    const id = await begin(set, bodyOf(tableOf('a', 'b'), { canaries: 0, concurrency: 1 }));
    await waitForStates(set, id, ['running', 'waiting']);
    expect((await change(set, id, 'pause')).json()).toMatchObject({ state: 'paused' });
    await endRun(set, 0);
    await waitForStates(set, id, ['done', 'waiting']);
    expect((await change(set, id, 'resume')).json()).toMatchObject({ state: 'running' });
    await waitForStates(set, id, ['done', 'running']);
    await vi.waitFor(() => expect(set.runs).toHaveLength(2), LIMIT);
  });

  it('is cancelled with its installations', async () => {
    const set = await setUp();
    const id = await begin(set, bodyOf(tableOf('a', 'b', 'c'), { canaries: 0, concurrency: 2 }));
    await waitForStates(set, id, ['running', 'queued', 'waiting']);
    expect((await change(set, id, 'cancel')).json()).toMatchObject({ state: 'cancelled' });
    await vi.waitFor(() => expect(set.runs[0]!.request.signal!.aborted).toBe(true), LIMIT);
    set.runs[0]!.end(newResult('interrupted', { resumable: true }));
    await waitForStates(set, id, ['cancelled', 'cancelled', 'cancelled']);
    expect(set.runs).toHaveLength(1);
    expect((await set.send({ method: 'DELETE', url: `/api/batches/${id}` })).status).toBe(200);
    expect((await set.send(`/api/batches/${id}`)).status).toBe(404);
  });

  it('is not deleted, and has no changes that its state does not allow', async () => {
    const set = await setUp();
    const id = await begin(set, bodyOf(tableOf('a')));
    expect((await set.send({ method: 'DELETE', url: `/api/batches/${id}` })).status).toBe(409);
    expect((await change(set, id, 'retry')).json().detail).toBe(
      'Batch 1 cannot be retried: its state is running',
    );
    for (const path of ['9', '9/rows', '9/events'])
      expect((await set.send(`/api/batches/${path}`)).status).toBe(404);
    expect((await change(set, 9, 'pause')).status).toBe(404);
  });

  it('refuses a row whose plan has changed since the batch was confirmed', async () => {
    const planner: Planner = {
      ...localPlanner,
      prepare: async (input, wipe, signal) => {
        const prepared = await localPlanner.prepare(input, wipe, signal);
        return { ...prepared, plan: { ...prepared.plan!, digest: 'f'.repeat(64) } };
      },
    };
    const set = await setUp({ planner });
    const id = await begin(set, bodyOf(tableOf('a', 'b')));
    await waitForState(set, id, 'stopped');
    expect((await set.send(`/api/batches/${id}/rows`)).json()).toMatchObject([
      {
        state: 'refused',
        failure: { message: expect.stringContaining('The plan has changed since it was confirmed') },
      },
      { state: 'waiting' },
    ]);
    expect(set.runs).toHaveLength(0);
  });

  it('records why a row cannot be installed if another installation has its target', async () => {
    const set = await setUp();
    await set.begin('a.img');
    const id = await begin(set, bodyOf(tableOf('a', 'b')));
    await waitForState(set, id, 'stopped');
    expect((await set.send(`/api/batches/${id}/rows`)).json()).toMatchObject([
      { state: 'refused', failure: { message: expect.stringContaining('a.img is already running') } },
      { state: 'waiting' },
    ]);
  });
});

it('a batch continues after the service was killed, and installs no row twice', async () => {
  const before = await setUp();
  const id = await begin(before, bodyOf(tableOf('a', 'b', 'c'), { canaries: 1, concurrency: 2 }));
  await endRun(before, 0);
  await waitForStates(before, id, ['done', 'running', 'queued']);
  await before.service.release();

  const set = await setUp({}, before.folder);
  expect(await statesOf(set, id)).toEqual(['done', 'interrupted', 'queued']);
  set.service.begin();
  await endRun(set, 0);
  await endRun(set, 1);
  await waitForState(set, id, 'done');
  const requests = set.runs.map(({ request: { targets, resume } }) => [targets![0]!.at(-5), resume]);
  expect(requests.toSorted()).toEqual([
    ['b', true],
    ['c', false],
  ]);
  expect((await set.send(`/api/batches/${id}/rows`)).json()).toMatchObject([
    { attempts: 1, install: 1 },
    { attempts: 2, install: 4 },
    { attempts: 1, install: 3 },
  ]);
});

it('the events of a batch contain each changed row, and continue after the last event', async () => {
  const set = await setUp();
  const id = await begin(set, bodyOf(tableOf('a', 'b'), { canaries: 0, concurrency: 1 }));
  await endRun(set, 0);
  await endRun(set, 1);
  await waitForState(set, id, 'done');
  const text = (await set.send(`/api/batches/${id}/events`)).text();
  const [event] = text.split('\n\n');
  const data = JSON.parse(/^data: (.*)$/m.exec(event!)![1]!) as { batch: object; rows: object[] };
  expect(event).toMatch(/^event: change$/m);
  expect(data).toMatchObject({ batch: { id, state: 'done' }, rows: [{ number: 1 }, { number: 2 }] });
  const { revision } = (await set.send(`/api/batches/${id}`)).json() as { revision: number };
  const headers = { 'last-event-id': String(revision - 1) };
  const last = (await set.send({ url: `/api/batches/${id}/events`, headers })).text();
  expect(JSON.parse(/^data: (.*)$/m.exec(last)![1]!)).toMatchObject({ batch: { state: 'done' }, rows: [] });
  const ended = { 'last-event-id': String(revision) };
  expect((await set.send({ url: `/api/batches/${id}/events`, headers: ended })).status).toBe(204);
});

it('secrets of a table are stored only as hashes or sealed, and are in no answer, event or log', async () => {
  const key = join(temporaryFolder(), 'key');
  writeFileSync(key, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  const { variables, configuration } = JSON.parse(template) as { variables: object; configuration: object };
  const { 'mirror-region': mirrors } = JSON.parse(unhashableConfiguration) as Record<string, unknown>;
  const sealed = JSON.stringify({ variables, configuration: { ...configuration, 'mirror-region': mirrors } });
  const body = bodyOf(tableOf('a', 'b'), { template: sealed, concurrency: 1 });
  const set = await setUp({ sealKeyFile: key });
  const answers: string[] = [];
  const record = async (answer: Promise<InjectResponse>): Promise<InjectResponse> => {
    const response = await answer;
    answers.push(response.text());
    return response;
  };
  set.service.begin();
  const { digest: planSha256 } = (await record(send(set, '/plan', body))).json() as { digest: string };
  await record(send(set, '', body));
  const { id } = (await record(send(set, '', { ...body, planSha256 }))).json() as { id: number };
  await endRun(set, 0);
  await vi.waitFor(() => expect(set.runs).toHaveLength(2), LIMIT);
  const { config, creds } = set.runs[1]!.request;
  expect(`${String(config.text)}${String(creds!.text)}`).toContain(canaries[2]!);
  expect(String(creds!.text)).not.toContain(rowCanary);
  for (const path of ['', '/rows']) await record(set.send(`/api/batches/${id}${path}`));
  for (const path of ['', '/plan', '/configuration']) await record(set.send(`/api/installs/1${path}`));
  await endRun(set, 1, 'failed');
  await waitForState(set, id, 'failed');
  await record(set.send(`/api/batches/${id}/events`));
  await record(change(set, id, 'retry'));
  await record(change(set, id, 'cancel'));
  await set.service.release();
  const state = join(set.folder, 'state');
  const files = readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  for (const secret of [rowCanary, ...canaries]) {
    expect(answers.join('\n'), 'answers').not.toContain(secret);
    expect(files.join('\n'), 'files').not.toContain(secret);
    expect(set.logged.join('\n'), 'log').not.toContain(secret);
  }
});
