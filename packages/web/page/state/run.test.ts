import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { RunLog } from './run-log.ts';
import { Run } from './run.ts';
import { Session } from './session.ts';
import { Timeline } from './timeline.ts';

afterEach(() => vi.unstubAllGlobals());

it('a response about an installation that is no longer displayed is ignored', async () => {
  const requests: string[] = [];
  const first = Promise.withResolvers<Response>();
  stubService(({ path }) => {
    requests.push(path);
    if (path === '/api/installs/1') return first.promise;
    if (path === '/api/installs/2') {
      return Response.json({ id: 2, state: 'done', target: 'two.img', ended: '2026-11-22T10:00:00Z' });
    }
    return Response.json({ total: 0, lines: [], steps: [], elapsed: 1, progress: 1 });
  });
  const session = new Session(signal(catalogues.en), () => Promise.resolve());
  const run = new Run(session, new RunLog(session), new Timeline(session), () => undefined);
  const earlier = run.open(1);
  await run.open(2);
  first.resolve(Response.json({ title: 'Not Found' }, { status: 404 }));
  await earlier;
  expect([run.isAbsent.value, run.install.value?.id]).toEqual([false, 2]);
  expect(requests.filter((path) => path.startsWith('/api/installs/1/'))).toEqual([]);
});

it('an installation that could not be loaded can be opened again', async () => {
  let status = 500;
  stubService(({ path }) =>
    path === '/api/installs/1'
      ? Response.json({ id: 1, state: 'done', target: 'one.img', ended: '2026-11-22T10:00:00Z' }, { status })
      : Response.json({ total: 0, lines: [], steps: [], elapsed: 1, progress: 1 }),
  );
  const session = new Session(signal(catalogues.en), () => Promise.resolve());
  const run = new Run(session, new RunLog(session), new Timeline(session), () => undefined);
  await run.open(1);
  expect([run.hasFailed.value, run.isAbsent.value, run.install.value]).toEqual([true, false, undefined]);
  status = 200;
  await run.open(1);
  expect([run.hasFailed.value, run.install.value?.id]).toEqual([false, 1]);
});
