import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { PageState } from './page-state.ts';

const EXAMPLE = '{"hostname": "example"}';
const PASSWORD = 'secret-of-ada';
const SECRET_TEXT = JSON.stringify({
  hostname: 'web',
  '!root-password': PASSWORD,
  'x-writ': { disk: { luks: { '!passphrase': { $secret: 'disk-passphrase' } } } },
});
/** The installation that the user starts. */
const INSTALL = { id: 7, target: 'web.img', path: '/images/web.img', state: 'queued' };

let user: string;
/** Whether the service responds to requests with 401. */
let isExpired: boolean;
let stored: Map<string, string>;

beforeEach(() => {
  user = 'ada';
  isExpired = false;
  stored = new Map([['writ-token', 'token']]);
  stubService(({ method, path }) => {
    if (path.startsWith('/session')) return Response.json({ login: true, token: 'token' });
    if (isExpired) return Response.json({ status: 401, title: 'not logged in' }, { status: 401 });
    if (path === '/api/session')
      return method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ credential: 'session', right: 'run', user });
    if (path === '/api/service') return Response.json({ devices: false, mirrors: [] });
    if (path === '/api/example') return new Response(EXAMPLE);
    if (path === '/api/installs' && method === 'POST') return Response.json(INSTALL);
    if (path.startsWith('/api/check'))
      return Response.json({ file: '', findings: [], valid: false, masked: '{"hostname": "web"}' });
    if (path === '/api/installs/7')
      return Response.json({ ...INSTALL, configuration: '{"hostname": "web"}' });
    if (path === '/api/installs/7/configuration') return Response.json({ status: 404 }, { status: 404 });
    if (path.startsWith('/api/packages'))
      return Response.json({
        mirrors: [{ mirror: 'core', refreshed: '2026-01-01T00:00:00Z' }],
        packages: [],
      });
    return Response.json({});
  });
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: vi.fn(), removeItem: vi.fn() });
  vi.stubGlobal('location', { ...location, hash: '', pathname: '/', protocol: 'http:' });
  vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn() });
  vi.stubGlobal('document', { documentElement: {}, hidden: false });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn() }));
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the page, and fills it with secrets everywhere. */
async function work(): Promise<PageState> {
  const state = new PageState();
  // The check that an edit has scheduled would run, and be repeated, during the tests of other files.
  onTestFinished(() => state.planning.clear());
  state.open();
  await vi.waitFor(() => expect(state.session.status.value).toBe('open'));
  state.configuration.open(SECRET_TEXT);
  state.form.secrets.keep('disk-passphrase', { value: PASSWORD, warnings: [] });
  state.newBatch.openTemplate('{"configuration": {}}');
  state.newBatch.table.value = `hostname,!password\nweb,${PASSWORD}\n`;
  state.start.proposal.value = {
    kind: 'conversion',
    before: '{}',
    credentials: PASSWORD,
    partuuids: [],
    answer: {} as never,
  };
  state.planning.current.value = { digest: 'd1', overwrites: false, summary: { packages: [] } } as never;
  await state.startInstallation();
  state.planning.report.value = { file: '', findings: [], valid: true };
  state.planning.checkedText.value = SECRET_TEXT;
  return state;
}

/** Returns everything that the page knows about the work of the user, as JSON. */
async function knownOf(state: PageState): Promise<string> {
  const { configuration, form, newBatch, start, planning } = state;
  const seen = [
    configuration.text.value,
    form.read(['!root-password']),
    form.secrets.credentialsFor(SECRET_TEXT),
    newBatch.template.value,
    newBatch.table.value,
    start.proposal.value,
    planning.checkedText.value,
    [...stored],
  ];
  await state.editInstallation(INSTALL as never);
  return JSON.stringify([...seen, configuration.text.value]);
}

async function logIn(state: PageState, name: string): Promise<void> {
  user = name;
  isExpired = false;
  state.logIn(name, 'password');
  await vi.waitFor(() => expect(state.session.status.value).toBe('open'));
}

async function isClosed(state: PageState): Promise<void> {
  await vi.waitFor(() =>
    expect([state.session.status.value, state.newBatch.table.value]).toEqual(['closed', '']),
  );
}

it('a user who logs out leaves nothing of their work in the page', async () => {
  const state = await work();
  state.logOut();
  await isClosed(state);
  expect(JSON.stringify(state.form.read([]))).toBe('{}');
  expect(stored.has('writ-text')).toBe(false);
  await logIn(state, 'bob');
  expect(state.configuration.text.value).toBe(EXAMPLE);
  expect(await knownOf(state)).not.toContain(PASSWORD);
});

it('a user who logs out after the session has expired leaves nothing either', async () => {
  const state = await work();
  isExpired = true;
  state.logOut();
  await isClosed(state);
  await logIn(state, 'bob');
  expect(await knownOf(state)).not.toContain(PASSWORD);
});

it('another user who logs in after a session has expired does not see the work of the first user', async () => {
  const state = await work();
  isExpired = true;
  state.session.close();
  await logIn(state, 'bob');
  await vi.waitFor(() => expect(state.configuration.text.value).toBe(EXAMPLE));
  expect(await knownOf(state)).not.toContain(PASSWORD);
  expect(state.people.caller.value?.user).toBe('bob');
});

it('the same user who logs in after a session has expired continues the work', async () => {
  const state = await work();
  isExpired = true;
  state.session.close();
  await logIn(state, 'ada');
  expect(state.configuration.text.value).toBe(SECRET_TEXT);
  expect(state.form.secrets.credentialsFor(SECRET_TEXT)).toBe(
    JSON.stringify({ 'disk-passphrase': PASSWORD }),
  );
  expect(state.newBatch.table.value).toContain(PASSWORD);
  await state.editInstallation(INSTALL as never);
  expect(state.configuration.text.value).toBe(SECRET_TEXT);
});
