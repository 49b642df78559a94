import { getEventListeners } from 'node:events';
import { join } from 'node:path';
import { install } from '@writ/installer';
import { Toolkit } from '@writ/http';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { exampleConfiguration } from '../example.ts';
import { installable, planOf, post, setUp, type SetUp } from '../testing/service.ts';
import { temporaryFolder } from '../testing/fakes.ts';
import { createInstaller } from './threaded-install.ts';
import { createPlanner, localPlanner, PLANNER_THREADS } from './planner.ts';

/** A configuration whose check takes seconds with 100,000 lines, and longer than answering a request with 5,000. */
function longConfiguration(lines: number): string {
  const names = Array.from({ length: lines }, (_, index) => `p${index.toString(36)}`);
  return installable.replace('"packages": ["openssh"]', `"packages": [\n"${names.join('",\n"')}"\n]`);
}

const toolkits: Toolkit[] = [];
afterEach(async () => {
  await Promise.all(toolkits.splice(0).map((toolkit) => toolkit.close()));
});

/** Shared, because each thread first loads all modules of the installer. */
const sharedToolkit = new Toolkit({ workerPoolSize: PLANNER_THREADS });
afterAll(() => sharedToolkit.close());

function setUpThreads(): Promise<SetUp> {
  return setUp({ planner: createPlanner(sharedToolkit) });
}

it('a check and a plan have the same results in a worker thread as in the main thread', async () => {
  const threads = await setUpThreads();
  const local = await setUp();
  for (const text of [exampleConfiguration(), installable, '{"hostnam": "a"', '{']) {
    for (const request of [post('/api/check', text), planOf(text)]) {
      const [one, other] = [await threads.send(request), await local.send(request)];
      expect(one.status).toBe(other.status);
      const paths = (answer: string): string => answer.replaceAll(/writ-service-\w+/g, 'folder');
      if (request.url?.startsWith('/api/check')) expect(paths(one.text())).toBe(paths(other.text()));
      else expect(Object.keys(one.json())).toEqual(Object.keys(other.json()));
    }
  }
});

it('an installation is planned in a worker thread, with its secrets, while other requests are answered', async () => {
  const planner = createPlanner(sharedToolkit);
  const { signal } = new AbortController();
  const prepare = async (text: string) =>
    planner.prepare(
      { config: { file: 'configuration', text }, targets: ['/nowhere/disk.img'], facts: 'here' },
      false,
      signal,
    );
  // Start the thread first.
  const refused = await prepare(installable);
  expect([refused.outcome, refused.plan]).toEqual(['refused', undefined]);
  const state = { isDone: false };
  const long = prepare(longConfiguration(5_000)).finally(() => {
    state.isDone = true;
  });
  let turns = 0;
  while (!state.isDone) {
    turns += 1;
    await new Promise(setImmediate);
  }
  expect((await long).outcome).toBe('refused');
  expect(turns).toBeGreaterThan(20);
});

it('the installer of the service uses the plan from a worker thread, and is interrupted if the plan is aborted', async () => {
  const installer = createInstaller(createPlanner(sharedToolkit));
  const folder = temporaryFolder();
  const request = {
    config: { file: 'configuration', text: installable },
    targets: [join(folder, 'disk.img')],
    dryRun: true,
  };
  const { plan } = await installer(request);
  const { plan: expected } = await install(request);
  expect(plan!.digest).toBe(expected!.digest);
  const stop = new AbortController();
  const long = { ...request, config: { file: 'configuration', text: longConfiguration(10_000) } };
  const interrupted = installer({ ...long, signal: stop.signal });
  stop.abort();
  expect(await interrupted).toMatchObject({ outcome: 'interrupted', resumable: false });
});

it.each(['/api/check', '/api/plan?image=disk.img'])(
  'the service answers other requests while a worker thread processes 6,000 lines for %s',
  async (url) => {
    const { send } = await setUpThreads();
    // Start the threads first, because starting them takes longer than the responses below.
    await send(post(url, installable));
    const text = longConfiguration(6_000);
    const state = { isDone: false };
    const long = send(post(url, text)).finally(() => {
      state.isDone = true;
    });
    // With only one thread, the first of these responses would arrive after the long one.
    let answered = 0;
    while (!state.isDone) {
      expect((await send('/health')).status).toBe(200);
      answered += 1;
      await new Promise(setImmediate);
    }
    expect((await long).status).toBe(200);
    expect(answered).toBeGreaterThan(20);
  },
);

it('the secrets of an installation that starts are separated in a worker thread', async () => {
  const planner = createPlanner(sharedToolkit);
  const split = vi.fn(planner.split);
  const { begin } = await setUp({ planner: { ...localPlanner, split } });
  await begin('disk.img');
  expect(split).toHaveBeenCalledOnce();
  const [config, credentials, advanced, signal] = split.mock.calls[0]!;
  const local = await localPlanner.split(config, credentials, advanced, signal);
  expect(local?.secrets.every(({ value }) => typeof value === 'string')).toBe(true);
  expect(await split.mock.results[0]!.value).toEqual(local);
  expect(await planner.split({ ...config, text: '{' }, undefined, undefined, signal)).toBeUndefined();
});

it('the event loop is occupied for only a small part of the work of a worker thread', async () => {
  const { send } = await setUpThreads();
  await send(post('/api/check', installable));
  const text = longConfiguration(5_000);
  const all = process.cpuUsage();
  const own = process.threadCpuUsage();
  await send(post('/api/check', text));
  const { user: total } = process.cpuUsage(all);
  const { user: here } = process.threadCpuUsage(own);
  expect(here).toBeLessThan(total / 4);
});

it('a newer request of the same page cancels the earlier one, but not the requests of other pages', async () => {
  const { send } = await setUpThreads();
  const ask = (page: string, text: string): ReturnType<SetUp['send']> =>
    send({ ...post('/api/check', text), headers: { 'content-type': 'text/plain', 'writ-page': page } });
  await ask('a', installable);
  const first = ask('a', longConfiguration(10_000));
  const other = ask('b', installable);
  const second = ask('a', installable);
  expect([(await first).status, (await first).json().code]).toEqual([409, 'superseded']);
  expect([(await second).status, (await other).status]).toEqual([200, 200]);
});

it('a cancelled call does not occupy its worker thread', async () => {
  const toolkit = new Toolkit({ workerPoolSize: 1 });
  toolkits.push(toolkit);
  const planner = createPlanner(toolkit);
  const never = new AbortController().signal;
  await planner.check(installable, never);
  const stop = new AbortController();
  const reason = new Error('the client has left');
  const long = planner.check(longConfiguration(100_000), stop.signal);
  const waiting = planner.check(installable, stop.signal);
  await vi.waitFor(() => expect(getEventListeners(stop.signal, 'abort').length).toBeGreaterThan(0), 30_000);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(long).rejects.toBe(reason);
  expect((await planner.check(installable, never)).valid).toBe(true);
});

it('at most 32 calls can run or wait', async () => {
  const planner = createPlanner(sharedToolkit);
  const { signal } = new AbortController();
  const calls = Array.from({ length: 33 }, () => planner.check('{}', signal));
  const results = await Promise.allSettled(calls);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
  expect(results.at(-1)).toMatchObject({ reason: { status: 503 } });
  expect(await localPlanner.check('{}', signal)).toEqual(await planner.check('{}', signal));
});
