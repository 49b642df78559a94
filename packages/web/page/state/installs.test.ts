import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlanAnswer } from '../api/answers.ts';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { Consent } from './consent.ts';
import { Installs } from './installs.ts';
import { Session } from './session.ts';

describe('the list of installations', () => {
  const requests: string[] = [];
  let ids: readonly number[] = [];
  let status = 200;
  let installs: Installs;
  let session: Session;

  beforeEach(() => {
    requests.length = 0;
    status = 200;
    stubService(({ method, path }) => {
      requests.push(`${method} ${path}`);
      const body = status === 200 ? ids.map((id) => ({ id })) : { detail: 'in use' };
      return Response.json(body, { status, headers: { 'x-total-count': '4' } });
    });
    session = new Session(signal(catalogues.en), () => Promise.resolve());
    installs = new Installs(session, new Consent());
  });
  afterEach(() => vi.unstubAllGlobals());

  const shownIds = (): unknown => installs.list.value?.map(({ id }) => id);

  it('is loaded page by page, with the filter', async () => {
    ids = [9, 8];
    installs.filter.value = { text: 'a b', state: 'failed' };
    await installs.load();
    ids = [5];
    await installs.loadMore();
    expect(requests).toEqual([
      'GET /api/installs?text=a%20b&state=failed',
      'GET /api/installs?text=a%20b&state=failed&before=8',
    ]);
    expect([shownIds(), installs.total.value]).toEqual([[9, 8, 5], 4]);
    installs.filter.value = { text: '', state: '' };
    await installs.load();
    expect([requests.at(-1), shownIds()]).toEqual(['GET /api/installs', [5]]);
  });

  it('is loaded again after a deletion, and shows the message if the service refuses the deletion', async () => {
    ids = [1];
    await installs.remove(2, false);
    await installs.remove(3, true);
    expect(requests).toEqual([
      'DELETE /api/installs/2',
      'GET /api/installs',
      'DELETE /api/installs/3?image=true',
      'GET /api/installs',
    ]);
    installs.toggle(4);
    status = 409;
    await installs.remove(4, true);
    expect(requests.at(-1)).toBe('DELETE /api/installs/4?image=true');
    expect(session.message.value).toEqual({ text: 'in use', isFromService: true });
    expect(installs.selected.value).toEqual([4]);
    status = 200;
    await installs.remove(4, true);
    expect(installs.selected.value).toEqual([]);
  });

  it('reports that it could not be loaded, until a request succeeds', async () => {
    status = 500;
    await installs.load();
    expect([installs.hasFailed.value, shownIds()]).toEqual([true, undefined]);
    status = 200;
    ids = [1];
    await installs.load();
    expect([installs.hasFailed.value, shownIds()]).toEqual([false, [1]]);
  });

  it('is refreshed without its older part, and remains if the service does not respond', async () => {
    ids = [9, 8];
    await installs.load();
    ids = [5];
    await installs.loadMore();
    ids = [10, 9, 8];
    await installs.refresh();
    expect(shownIds()).toEqual([10, 9, 8, 5]);
    status = 500;
    await installs.refresh();
    expect([shownIds(), session.message.value]).toEqual([[10, 9, 8, 5], undefined]);
    status = 200;
    ids = [5];
    const older = installs.loadMore();
    await installs.refresh();
    await older;
    expect(requests.at(-1)).toBe('GET /api/installs?before=5');
  });

  it('contains at most two selected installations', () => {
    for (const id of [7, 8, 9]) installs.toggle(id);
    expect(installs.selected.value).toEqual([7, 8]);
    installs.toggle(7);
    installs.toggle(9);
    expect(installs.selected.value).toEqual([8, 9]);
  });
});

describe('the start of an installation', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends the secrets to which the configuration refers, and the option for its language', async () => {
    const bodies: unknown[] = [];
    stubService(({ body }) => {
      bodies.push(JSON.parse(body));
      return Response.json({ id: 1 });
    });
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    const installs = new Installs(session, new Consent());
    const plan = { digest: 'd', overwrites: false } as PlanAnswer;
    const target = { image: 'a.img' };
    await installs.start({ configuration: '{}', target, plan });
    const configuration = '{ "sys-language": "de_DE" }';
    await installs.start({ configuration, target, plan, credentials: '{"disk":"x"}' });
    const common = { ...target, planSha256: 'd', overwrite: false };
    expect(bodies).toEqual([
      { ...common, configuration: '{}' },
      { ...common, configuration, advanced: true, credentials: '{"disk":"x"}' },
    ]);
  });
});
