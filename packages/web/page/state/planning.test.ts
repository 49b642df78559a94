import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { Configuration } from './configuration.ts';
import type { Memory } from './memory.ts';
import { Planning } from './planning.ts';
import { Session } from './session.ts';

const memory: Memory = {
  example: undefined,
  text: undefined,
  image: undefined,
  storeText: () => undefined,
  removeText: () => undefined,
};
const changes = { operations: [], packages: { added: ['git'], removed: [] }, layout: false };

describe('the effect of an edit on the plan', () => {
  /** The bodies of the requests for the changes of a plan. */
  const requests: string[] = [];
  let status = 200;
  let planning: Planning;
  let configuration: Configuration;

  beforeEach(() => {
    requests.length = 0;
    status = 200;
    stubService(({ path, body }) => {
      if (path.startsWith('/api/check')) return Response.json({ findings: [], valid: true, masked: '' });
      if (path.startsWith('/api/plan?')) return Response.json({ digest: `plan of ${body}` });
      requests.push(body);
      return Response.json(changes, { status });
    });
    configuration = new Configuration();
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    planning = new Planning(configuration, memory, session);
  });
  afterEach(() => vi.unstubAllGlobals());

  const edit = async (text: string): Promise<void> => {
    configuration.text.value = text;
    await planning.check();
  };

  it('is requested relative to the last plan, and only if the plan has changed', async () => {
    await edit('first');
    expect(planning.changes.value).toBeUndefined();
    await edit('first');
    expect(requests).toEqual([]);
    await edit('second');
    expect(requests.map((body): unknown => JSON.parse(body))).toEqual([
      { planSha256: 'plan of first', configuration: 'second', image: 'archlinux.img' },
    ]);
    expect(planning.changes.value).toEqual(changes);
  });

  it('is requested with the option for the language of the configuration', async () => {
    const paths: string[] = [];
    const respond = vi.mocked(fetch);
    vi.stubGlobal('fetch', (request: Request) => {
      paths.push(request.url.replace(/^\w+:\/\/\w+/, ''));
      return respond(request);
    });
    await edit('{ "sys-language": "de_DE" }');
    await edit('{ "sys-language": "fr_FR" }');
    expect(paths.slice(0, 2)).toEqual([
      '/api/check?advanced=true',
      '/api/plan?image=archlinux.img&advanced=true',
    ]);
    expect(JSON.parse(requests[0]!)).toMatchObject({ advanced: true });
  });

  it('is unknown if the service does not have the last plan', async () => {
    await edit('first');
    await edit('second');
    status = 409;
    await edit('third');
    expect([planning.changes.value, planning.state.value.kind]).toEqual([undefined, 'planned']);
    status = 200;
    await edit('fourth');
    expect(JSON.parse(requests.at(-1)!)).toMatchObject({ planSha256: 'plan of third' });
  });
});

describe('the displayed plan', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is marked as out of date after an edit, and is removed when another configuration replaces the text', async () => {
    stubService(({ path }) =>
      Response.json(path === '/api/check' ? { findings: [], valid: true, masked: '' } : { digest: 'a plan' }),
    );
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    const planning = new Planning(new Configuration(), memory, session);
    expect(planning.isOutdated).toBe(false);
    await planning.check();
    expect([planning.state.value.kind, planning.isOutdated]).toEqual(['planned', false]);
    planning.discard();
    expect([planning.state.value.kind, planning.isOutdated]).toEqual(['planned', true]);
    planning.reset();
    expect([planning.state.value.kind, planning.isOutdated]).toEqual(['unchecked', false]);
  });

  it.each([
    ['plan', () => Response.json({ digest: 'a plan' })],
    ['refusal', () => Response.json({ title: 'Conflict' }, { status: 409 })],
  ])('is not that of an earlier text whose %s arrives after an edit', async (_what, respond) => {
    const arrived = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    stubService(async ({ path }) => {
      if (path === '/api/check') return Response.json({ findings: [], valid: true, masked: '' });
      asked.resolve();
      await arrived.promise;
      return respond();
    });
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    const planning = new Planning(new Configuration(), memory, session);
    const checked = planning.check();
    await asked.promise;
    planning.checkSoon();
    arrived.resolve();
    await checked;
    expect([planning.state.value.kind, planning.current.value]).toEqual(['unchecked', undefined]);
    planning.clear();
  });

  it('is removed if a later check of the same text finds errors', async () => {
    let valid = true;
    stubService(({ path }) =>
      Response.json(path === '/api/check' ? { findings: [], valid, masked: '' } : { digest: 'a plan' }),
    );
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    const planning = new Planning(new Configuration(), memory, session);
    await planning.check();
    expect(planning.current.value).toBeDefined();
    // The service was started again with other settings.
    valid = false;
    await planning.check();
    expect([planning.state.value.kind, planning.current.value]).toEqual(['errors', undefined]);
  });

  it('is that of the image with the extension .img if the entered name has none', async () => {
    const paths: string[] = [];
    stubService(({ path }) => {
      paths.push(path);
      return Response.json(
        path === '/api/check' ? { findings: [], valid: true, masked: '' } : { digest: 'a plan' },
      );
    });
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    const planning = new Planning(new Configuration(), memory, session);
    planning.image.value = 'web';
    await planning.check();
    expect([paths.at(-1), planning.target]).toEqual(['/api/plan?image=web.img', { image: 'web.img' }]);
    planning.image.value = '../web';
    await planning.check();
    expect(planning.state.value.kind).toBe('bad-image');
  });
});
