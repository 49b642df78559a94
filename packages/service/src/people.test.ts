import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loginLimits } from './people/logins.ts';
import type { AuditEntry } from './records/audit-entry.ts';
import { refusalLimits } from './people/record-changes.ts';
import { cheapCost, createToken, setUpPeople, userPassword, type PeopleSetUp } from './testing/people.ts';
import { newResult } from './testing/fakes.ts';
import { setUp, token as localToken } from './testing/service.ts';

/** The current time of the service in tests that change it. */
function startClock(): { advance: (milliseconds: number) => void } {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (milliseconds) => vi.setSystemTime(Date.now() + milliseconds) };
}

async function readAudit({ send }: Pick<PeopleSetUp, 'send'>): Promise<AuditEntry[]> {
  return (await send('/api/audit?limit=1000')).json() as AuditEntry[];
}

describe('a service without users', () => {
  it('works with its token as before, and offers no login', async () => {
    const { send, service } = await setUp({ passwordCost: cheapCost });
    expect((await send('/session')).json()).toEqual({ login: false });
    const json = { code: service.issueCode() };
    expect((await send({ method: 'POST', url: '/session', json })).json()).toEqual({ token: localToken });
    expect((await send('/api/users')).json()).toEqual([]);
  });

  it('accepts the first user only from the command on its machine, and only as an administrator', async () => {
    const { send, service } = await setUp({ passwordCost: cheapCost });
    const json = { name: 'ada', role: 'administer', password: userPassword };
    const response = await send({ method: 'POST', url: '/api/users', json });
    expect([response.status, response.json().code]).toEqual([409, 'first-administrator']);
    const password =
      '$scrypt$ln=4,r=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const add = (role: 'view' | 'administer') =>
      service.administer({ action: 'add user', by: 'root', values: { name: 'ada', role, password } });
    await expect(add('view')).rejects.toThrow('the first user must have the role administer');
    await add('administer');
    expect((await send({ method: 'POST', url: '/api/users', json: { ...json, name: 'bob' } })).status).toBe(
      201,
    );
  });
});

describe('users', () => {
  it('are added, changed and removed by administrators', async () => {
    const { sendAs, logIn } = await setUpPeople();
    const session = (await logIn('administer')).json().token as string;
    const send = (method: string, url: string, json?: object) =>
      sendAs(session, { method, url, ...(json && { json }) });
    const added = await send('POST', '/api/users', { name: 'ada', role: 'view', password: userPassword });
    expect([added.status, added.headers['location'], Object.keys(added.json())]).toEqual([
      201,
      '/api/users/ada',
      ['name', 'role', 'created', 'changed'],
    ]);
    expect((await logIn('ada')).json()).toMatchObject({ user: 'ada', role: 'view' });
    expect((await send('PUT', '/api/users/ada/role', { role: 'run' })).json()).toMatchObject({ role: 'run' });
    const other = 'another-long-password';
    expect((await send('PUT', '/api/users/ada/password', { password: other })).status).toBe(200);
    expect((await logIn('ada')).status).toBe(403);
    expect((await logIn('ada', other)).json()).toMatchObject({ role: 'run' });
    expect((await send('DELETE', '/api/users/ada')).status).toBe(204);
    expect((await logIn('ada', other)).status).toBe(403);
    expect((await send('DELETE', '/api/users/ada')).status).toBe(404);
  });

  it.each([
    [{ name: 'Ada' }, 400, 'Invalid name of a user: use 1 to 64 characters'],
    [{ name: '-x' }, 400, 'Invalid name of a user'],
    [{ password: 'short' }, 400, 'Invalid password: use 12 to 512 characters'],
    [{ role: 'root' }, 400, ''],
    [{ name: 'view' }, 409, 'The user view exists'],
  ])('are refused with %j', async (more, status, detail) => {
    const { send } = await setUpPeople();
    const json = { name: 'ada', role: 'view', password: userPassword, ...more };
    const response = await send({ method: 'POST', url: '/api/users', json });
    expect([response.status, response.json().detail ?? '']).toEqual([
      status,
      expect.stringContaining(detail),
    ]);
    expect(response.text()).not.toContain(userPassword);
  });

  it('always include an administrator, unless the last user is removed', async () => {
    const { sendAs, tokens, service, send } = await setUpPeople();
    const url = '/api/users/administer';
    const demoted = await send({ method: 'PUT', url: `${url}/role`, json: { role: 'run' } });
    const removed = await send({ method: 'DELETE', url });
    expect([demoted, removed].map((each) => [each.status, each.json().code])).toEqual([
      [409, 'last-administrator'],
      [409, 'last-administrator'],
    ]);
    for (const name of ['view', 'run', 'administer'])
      await service.administer({ action: 'remove user', by: 'root', values: { name } });
    expect((await send('/session')).json()).toEqual({ login: false });
    expect((await sendAs(tokens.administer, '/api/session')).status).toBe(401);
  });
});

describe('a login', () => {
  it('opens a session of twelve hours, without a cookie on plain HTTP', async () => {
    const clock = startClock();
    const { logIn, sendAs } = await setUpPeople();
    const response = await logIn('run');
    const { token, expires, ...rest } = response.json() as Record<string, string>;
    expect(rest).toEqual({ user: 'run', role: 'run' });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(Date.parse(expires!) - Date.now()).toBe(12 * 60 * 60_000);
    const read = () => sendAs(token, '/api/session');
    expect((await read()).json()).toEqual({ user: 'run', credential: 'session', right: 'run' });
    clock.advance(12 * 60 * 60_000 - 1);
    expect((await read()).status).toBe(200);
    clock.advance(1);
    expect((await read()).status).toBe(401);
  });

  it('sets a cookie over TLS that only this origin sends and scripts cannot read, and the logout removes it', async () => {
    const { service } = await setUpPeople();
    const send = (method: string, url: string, headers: object = {}, json?: object): Promise<Response> =>
      service.router.fetch(
        new Request(url, {
          method,
          headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
          ...(json && { body: JSON.stringify(json) }),
        }),
      );
    const json = { user: 'run', password: userPassword };
    const login = await send('POST', 'https://localhost/session/login', {}, json);
    expect(await login.json()).not.toHaveProperty('token');
    const [cookie = '', ...attributes] = login.headers.getSetCookie()[0]!.split('; ');
    expect(cookie).toMatch(/^__Host-writ=session_/);
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ]);
    const url = 'https://localhost/api/session';
    expect(await (await send('GET', url, { cookie })).json()).toMatchObject({ user: 'run' });
    expect((await send('GET', url.replace('https', 'http'), { cookie })).status).toBe(401);
    expect((await send('DELETE', url, { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const logout = await send('DELETE', url, { cookie });
    expect([logout.status, logout.headers.getSetCookie()[0]]).toEqual([
      204,
      expect.stringContaining('__Host-writ=; Max-Age=0'),
    ]);
    expect((await send('GET', url, { cookie })).status).toBe(401);
  });

  it('ends with the logout, and all sessions of a user end when the password or the role changes', async () => {
    const { logIn, sendAs, service } = await setUpPeople();
    const open = async (): Promise<string> => (await logIn('run')).json().token as string;
    const status = async (token: string): Promise<number> => (await sendAs(token, '/api/session')).status;
    const [first, second] = [await open(), await open()];
    await sendAs(first, { method: 'DELETE', url: '/api/session' });
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    await service.administer({ action: 'set role', by: 'root', values: { name: 'run', role: 'view' } });
    expect(await status(second)).toBe(401);
    const third = await open();
    const change = (current: string) =>
      sendAs(third, {
        method: 'PUT',
        url: '/api/session/password',
        json: { current, password: 'another-long-password' },
      });
    expect((await change('wrong')).status).toBe(403);
    expect(await status(third)).toBe(200);
    expect((await change(userPassword)).status).toBe(204);
    expect(await status(third)).toBe(401);
    expect((await logIn('run', 'another-long-password')).status).toBe(200);
  });

  it('is refused in the same way for a wrong password and an unknown name', async () => {
    const { logIn } = await setUpPeople();
    const [wrong, unknown] = [await logIn('run', 'wrong'), await logIn('unknown', 'wrong')];
    expect([wrong.status, wrong.json().code]).toEqual([403, 'login-refused']);
    expect(wrong.text()).toBe(unknown.text());
  });

  it('is refused with 429 after ten attempts for an account from an address, whether or not the account exists', async () => {
    const { logIn } = await setUpPeople();
    const [{ attempts, milliseconds }] = loginLimits.accountAtAddress;
    for (const user of ['run', 'unknown']) {
      for (let attempt = 1; attempt <= attempts; attempt += 1)
        expect((await logIn(user, 'wrong')).status).toBe(403);
      const refused = await logIn(user);
      expect([refused.status, refused.json().code]).toEqual([429, 'too-many-requests']);
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(milliseconds / 1_000);
    }
    expect((await logIn('view')).status).toBe(200);
  });

  it('is refused with 429 after thirty attempts from an address', async () => {
    const { logIn, send } = await setUpPeople();
    for (let index = 0; index < loginLimits.address.attempts; index += 1)
      expect((await logIn(`user${index}`, 'wrong')).status).toBe(403);
    const refused = await logIn('view');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send('/session')).status).toBe(200);
  });

  it('verifies two passwords at a time, and refuses more with 429', async () => {
    const { logIn } = await setUpPeople();
    const responses = await Promise.all(['a1', 'b1', 'c1', 'd1'].map((user) => logIn(user, 'wrong')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([403, 403, 429, 429]);
    expect(responses.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1');
    expect((await logIn('view')).status).toBe(200);
  });
});

describe('API tokens', () => {
  it('are shown once, stored as digests, and used until they expire or are revoked', async () => {
    const clock = startClock();
    const { logIn, sendAs } = await setUpPeople();
    const session = (await logIn('run')).json().token as string;
    const create = (days: number) =>
      sendAs(session, { method: 'POST', url: '/api/tokens', json: { name: 'backup', scope: 'view', days } });
    const created = await create(1);
    const { id, value } = created.json() as { readonly id: number; readonly value: string };
    expect([created.status, created.headers['location']]).toEqual([201, `/api/tokens/${id}`]);
    expect(value).toMatch(/^writ_[\w-]{43}$/);
    const list = async (): Promise<Record<string, unknown>[]> =>
      (await sendAs(session, '/api/tokens')).json() as Record<string, unknown>[];
    expect(JSON.stringify(await list())).not.toContain(value);
    expect((await list()).at(-1)).toMatchObject({
      id,
      owner: 'run',
      name: 'backup',
      scope: 'view',
      lastUsed: null,
    });
    expect((await sendAs(value, '/api/installs')).status).toBe(200);
    const { lastUsed } = (await list()).at(-1)!;
    expect(lastUsed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
    const other = (await create(2)).json() as { readonly id: number; readonly value: string };
    expect((await sendAs(session, { method: 'DELETE', url: `/api/tokens/${other.id}` })).status).toBe(204);
    expect((await sendAs(other.value, '/api/installs')).status).toBe(401);
    clock.advance(24 * 60 * 60_000);
    expect((await sendAs(value, '/api/installs')).status).toBe(401);
  });

  it('are visible to their owners and to administrators only', async () => {
    const { tokens, logIn, sendAs, service } = await setUpPeople();
    const mine = await createToken(service, 'run', 'run');
    const session = (await logIn('view')).json().token as string;
    const ownersFor = async (token: string): Promise<unknown[]> =>
      ((await sendAs(token, '/api/tokens')).json() as { readonly owner: string }[]).map(({ owner }) => owner);
    expect(await ownersFor(session)).toEqual(['view']);
    expect(await ownersFor(tokens.administer)).toEqual(['administer', 'run', 'view', 'run']);
    const revoke = (token: string) => sendAs(token, { method: 'DELETE', url: '/api/tokens/4' });
    expect((await revoke(session)).status).toBe(404);
    expect((await sendAs(mine, '/api/session')).status).toBe(200);
    expect((await revoke(tokens.administer)).status).toBe(204);
    expect((await sendAs(mine, '/api/session')).status).toBe(401);
  });

  it('never exceed the right of their creator', async () => {
    const { tokens, logIn, send, sendAs } = await setUpPeople();
    const create = async (token: string | undefined, more: object): Promise<readonly [number, string]> => {
      const json = { name: 'x', scope: 'view', days: 1, ...more };
      const request = { method: 'POST', url: '/api/tokens', json };
      const response = await (token === undefined ? send(request) : sendAs(token, request));
      return [response.status, String(response.json().detail ?? '')];
    };
    const session = (await logIn('run')).json().token as string;
    expect(await create(session, { scope: 'administer' })).toEqual([
      403,
      'The scope administer exceeds your role, run',
    ]);
    expect(await create(session, { owner: 'administer' })).toEqual([
      403,
      'Only administrators create tokens for other users',
    ]);
    expect(await create(tokens.administer, {})).toEqual([
      403,
      expect.stringContaining('An API token cannot'),
    ]);
    expect(await create(session, { scope: 'run' })).toEqual([201, '']);
    expect(await create(undefined, {})).toEqual([400, expect.stringContaining('Owner is required')]);
    expect(await create(undefined, { owner: 'view' })).toEqual([201, '']);
    expect(await create(undefined, { owner: 'none' })).toEqual([404, 'There is no user "none"']);
    for (const days of [0, 367]) expect((await create(session, { days }))[0]).toBe(400);
  });
});

describe('an API token with the scope administer', () => {
  it('cannot give lasting access: it neither adds users, nor changes roles and passwords, nor creates tokens', async () => {
    const { tokens, sendAs, logIn } = await setUpPeople();
    const send = (method: string, url: string, json: object) =>
      sendAs(tokens.administer, { method, url, json });
    const password = 'another-long-password';
    const responses = [
      await send('POST', '/api/users', { name: 'eve', role: 'administer', password }),
      await send('PUT', '/api/users/administer/password', { password }),
      await send('PUT', '/api/users/view/role', { role: 'administer' }),
      await send('POST', '/api/tokens', { name: 'x', scope: 'view', days: 1 }),
      await send('PUT', '/api/session/password', { current: userPassword, password }),
    ];
    expect(responses.map(({ status, json }) => [status, json().detail])).toEqual([
      [403, 'An API token cannot add users; log in to do so'],
      [403, 'An API token cannot change passwords; log in to do so'],
      [403, 'An API token cannot change roles; log in to do so'],
      [403, 'An API token cannot create tokens; log in to do so'],
      [403, 'Log in to change your password'],
    ]);
    expect((await logIn('administer')).status).toBe(200);
    expect((await sendAs(tokens.administer, '/api/users')).json()).toHaveLength(3);
  });

  it('creates tokens for agents that expire with it at the latest', async () => {
    const { service, sendAs, logIn } = await setUpPeople();
    const token = await createToken(service, 'administer', 'administer', 2);
    const session = (await logIn('administer')).json().token as string;
    const day = 24 * 60 * 60;
    const tokens = (await sendAs(token, '/api/tokens')).json() as readonly { readonly expires: string }[];
    const own = tokens
      .map(({ expires }) => expires)
      .toSorted()
      .at(-1)!;
    const create = async (credential: string, seconds: number): Promise<string> =>
      (await sendAs(credential, { method: 'POST', url: '/api/nodes/tokens', json: { seconds } })).json()
        .expires as string;
    expect(await create(token, 3 * day)).toBe(own);
    expect((await create(token, day)) < own).toBe(true);
    for (const other of [session, localToken]) expect((await create(other, 3 * day)) > own).toBe(true);
  });

  it('takes access away: it revokes tokens and removes users', async () => {
    const { tokens, sendAs } = await setUpPeople();
    const remove = (url: string) => sendAs(tokens.administer, { method: 'DELETE', url });
    expect((await remove('/api/users/view')).status).toBe(204);
    const listed = (await sendAs(tokens.administer, '/api/tokens')).json() as readonly {
      readonly id: number;
      readonly owner: string;
    }[];
    const { id } = listed.find(({ owner }) => owner === 'run')!;
    expect((await remove(`/api/tokens/${id}`)).status).toBe(204);
    expect((await sendAs(tokens.run, '/api/session')).status).toBe(401);
  });
});

describe('an event stream', () => {
  it('ends when its token is revoked or its user is removed, and other streams continue', async () => {
    const { sendAs, tokens, service, begin, runs } = await setUpPeople({ accessCheck: 5 });
    const url = `/api/installs/${await begin('disk.img')}/events`;
    const [viewer, runner, administrator] = [tokens.view, tokens.run, tokens.administer].map((token) =>
      sendAs(token, url),
    );
    await vi.waitFor(() => expect(service.openStreams()).toBe(3));
    await service.administer({ action: 'remove user', by: 'root', values: { name: 'view' } });
    expect((await viewer!).text()).not.toContain('event: end');
    const listed = (await sendAs(tokens.run, '/api/tokens')).json() as readonly { readonly id: number }[];
    expect((await sendAs(tokens.run, { method: 'DELETE', url: `/api/tokens/${listed[0]!.id}` })).status).toBe(
      204,
    );
    expect((await runner!).text()).not.toContain('event: end');
    expect(service.openStreams()).toBe(1);
    runs[0]!.end(newResult('done'));
    expect((await administrator!).text()).toContain('event: end');
  });

  it('ends with the logout of its session', async () => {
    const { sendAs, logIn, begin, service } = await setUpPeople({ accessCheck: 5 });
    const url = `/api/installs/${await begin('disk.img')}/events`;
    const { token } = (await logIn('view')).json() as { readonly token: string };
    const stream = sendAs(token, url);
    await vi.waitFor(() => expect(service.openStreams()).toBe(1));
    expect((await sendAs(token, { method: 'DELETE', url: '/api/session' })).status).toBe(204);
    expect((await stream).text()).not.toContain('event: end');
  });
});

describe('the audit log', () => {
  it('records logins, failed ones too, and no unknown name, which may be a password', async () => {
    const set = await setUpPeople();
    await set.logIn('run');
    await set.logIn('run', 'canary-wrong');
    await set.logIn('canary-typed-as-name', 'canary-wrong');
    const logins = (await readAudit(set)).filter(({ action }) => action === 'POST /session/login');
    expect(logins.map(({ actor, credential, status }) => [actor, credential, status]).toReversed()).toEqual([
      ['run', 'none', 200],
      ['run', 'none', 403],
      [null, 'none', 403],
    ]);
    const code = set.service.issueCode();
    await set.sendAs(undefined, { method: 'POST', url: '/session', json: { code } });
    const text = JSON.stringify(await readAudit(set));
    expect(text).toContain('"action":"POST /session"');
    expect(text).not.toMatch(/canary/);
    expect(text).not.toContain(code);
  });

  it('has no entry of requests beyond the rate of a token', async () => {
    const set = await setUpPeople({ rates: { token: 3 } });
    const before = (await readAudit(set)).length;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await set.sendAs(set.tokens.view, { method: 'DELETE', url: '/api/installs/1' })).status);
    expect(statuses).toEqual([403, 403, 403, 429, 429, 429]);
    expect((await readAudit(set)).slice(0, -before).map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('has at most a hundred entries per minute of refused requests with one token, and all other requests', async () => {
    const set = await setUpPeople();
    const id = await set.begin('disk.img');
    const before = (await readAudit(set)).length;
    const { entries } = refusalLimits;
    const send = (token: string) => set.sendAs(token, { method: 'POST', url: `/api/installs/${id}/cancel` });
    for (let count = 0; count < entries + 5; count += 1)
      expect((await send(set.tokens.view)).status).toBe(403);
    expect((await send(set.tokens.run)).status).toBe(202);
    expect((await set.sendAs(set.tokens.view, { method: 'DELETE', url: '/api/users/run' })).status).toBe(403);
    const added = (await readAudit(set)).slice(0, -before);
    expect(added.map(({ actor, status }) => [actor, status])).toEqual([
      ['run', 202],
      ...Array.from({ length: entries }, () => ['view', 403]),
    ]);
  });

  it('has at most a hundred entries per minute of failed attempts that concern no user', async () => {
    const proxies = { header: 'x-forwarded', addresses: ['127.0.0.1'] } as const;
    const set = await setUpPeople({ rates: { address: 0 }, proxies, hosts: ['writ.example'] });
    const read = async (): Promise<AuditEntry[]> => {
      const headers = { host: 'writ.example', 'x-forwarded-proto': 'https' };
      return (await set.send({ url: '/api/audit?limit=1000', headers })).json() as AuditEntry[];
    };
    const attempt = (address: string, url: string, json: object) => {
      const headers = { host: 'writ.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      return set.sendAs(undefined, { method: 'POST', url, headers, json });
    };
    const before = (await read()).length;
    const { entries } = refusalLimits;
    for (let count = 0; count < entries + 5; count += 1)
      await attempt(`192.0.2.${Math.floor(count / 20)}`, '/session', { code: 'wrong' });
    await attempt('198.51.100.1', '/session/login', { user: 'unknown', password: 'canary-wrong' });
    await attempt('198.51.100.1', '/session/login', { user: 'run', password: 'canary-wrong' });
    await attempt('198.51.100.1', '/session/login', { user: 'run', password: userPassword });
    const [login, failed, ...others] = (await read()).slice(0, -before);
    expect([login, failed]).toMatchObject([
      { actor: 'run', status: 200 },
      { actor: 'run', status: 403 },
    ]);
    expect(others).toHaveLength(entries);
  });

  it('contains all failed attempts to log in as a user, whatever their addresses', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const proxies = { header: 'x-forwarded', addresses: ['127.0.0.1'] } as const;
    const set = await setUpPeople({ rates: { address: 0 }, proxies, hosts: ['writ.example'] });
    const { attempts: total, milliseconds: window } = loginLimits.account;
    const [{ attempts: burst }] = loginLimits.accountAtAddress;
    const attempt = async (number: number): Promise<number> => {
      const address = `192.0.2.${Math.floor(number / burst)}`;
      const headers = { host: 'writ.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      const json = { user: 'run', password: 'canary-wrong' };
      return (await set.sendAs(undefined, { method: 'POST', url: '/session/login', headers, json })).status;
    };
    // The most attempts within a minute are at the end of a window and at the beginning of the next one.
    expect(await attempt(0)).toBe(403);
    vi.advanceTimersByTime(window - 1_000);
    for (let number = 1; number < total; number += 1) expect(await attempt(number)).toBe(403);
    expect(await attempt(total)).toBe(429);
    vi.advanceTimersByTime(1_000);
    for (let number = total; number < 2 * total; number += 1) expect(await attempt(number)).toBe(403);
    const headers = { host: 'writ.example', 'x-forwarded-proto': 'https' };
    const entries = (await set.send({ url: '/api/audit?limit=1000', headers })).json() as AuditEntry[];
    expect(entries.filter(({ actor, status }) => actor === 'run' && status === 403)).toHaveLength(2 * total);
  });

  it('contains the digest of the plan and the installation that was started, but neither secrets nor tickets', async () => {
    const set = await setUpPeople();
    const id = await set.begin('disk.img');
    await set.sendAs(set.tokens.run, { method: 'POST', url: `/api/installs/${id}/cancel` });
    const [cancel, start] = await readAudit(set);
    const { digest } = (await set.send(`/api/installs/${id}`)).json() as { readonly digest: string };
    expect(start).toMatchObject({
      actor: null,
      credential: 'local-token',
      action: 'POST /api/installs',
      subject: `/api/installs/${id}`,
      status: 202,
      digest,
    });
    expect(cancel).toMatchObject({
      actor: 'run',
      action: 'POST /api/installs/{id}/cancel',
      status: 202,
      digest,
    });
    const json = { name: 'ada', role: 'view', password: 'canary-new-password' };
    await set.send({ method: 'POST', url: '/api/users', json });
    const text = JSON.stringify(await readAudit(set));
    expect(text).toContain('/api/users/ada');
    for (const secret of ['canary', set.tokens.run, localToken]) expect(text).not.toContain(secret);
  });

  it('records the commands on the machine with the user who runs them', async () => {
    const set = await setUpPeople();
    const remove = (name: string) =>
      set.service.administer({ action: 'remove user', by: 'root', values: { name } });
    await remove('view');
    await expect(remove('view')).rejects.toThrow('there is no user "view"');
    const [refused, done] = await readAudit(set);
    expect(done).toMatchObject({
      actor: 'root',
      credential: 'command',
      action: 'remove user',
      subject: 'view',
      status: 200,
    });
    expect(refused).toMatchObject({ action: 'remove user', subject: 'view', status: 409 });
  });

  it('is listed in pages and verified through the API', async () => {
    const set = await setUpPeople();
    const all = await readAudit(set);
    expect(all.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
    const page = await set.send('/api/audit?limit=2&before=4');
    expect((page.json() as AuditEntry[]).map(({ number }) => number)).toEqual([3, 2]);
    const verify = async (query = ''): Promise<unknown> =>
      (await set.send(`/api/audit/verification${query}`)).json();
    const { hash } = all[0]!;
    expect(await verify()).toEqual({ entries: 6, head: { number: 6, hash }, problems: [] });
    expect(await verify(`?head=6:${'0'.repeat(64)}`)).toMatchObject({
      problems: ['entry 6 has another hash than the one that was noted'],
    });
    expect((await set.send('/api/audit/verification?head=x')).status).toBe(400);
    for (const limit of [0, 1_001]) expect((await set.send(`/api/audit?limit=${limit}`)).status).toBe(400);
  });
});
