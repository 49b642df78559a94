import { describe, expect, it } from 'vitest';
import { UNRECORDED } from './people/record-changes.ts';
import type { AuditEntry } from './records/audit-entry.ts';
import { RIGHTS, rightsUpTo, type Right } from './records/rights.ts';
import { setUpPeople, type PeopleSetUp } from './testing/people.ts';

interface Operation {
  readonly method: string;
  /** The path pattern. */
  readonly path: string;
  /** The path with values for its variables. */
  readonly url: string;
  readonly right: Right;
}

/** Returns the operations of the API with the rights that the OpenAPI document declares. */
async function readOperations({ sendAs }: PeopleSetUp): Promise<Operation[]> {
  const { paths } = (await sendAs(undefined, '/openapi.json')).json() as {
    readonly paths: Readonly<
      Record<
        string,
        Readonly<Record<string, { readonly security?: readonly { readonly bearer?: readonly Right[] }[] }>>
      >
    >;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => {
        const rights = security?.flatMap(({ bearer = [] }) => bearer) ?? [];
        expect([method, path, rights], 'one right').toEqual([method, path, [expect.any(String)]]);
        const url = path.replaceAll(/\{[^}]+\}/g, '9999');
        return { method: method.toUpperCase(), path, url, right: rights[0]! };
      }),
    );
}

describe('each route of the API', () => {
  it('is refused with 403 to users and tokens whose right does not include its own, and only to them', async () => {
    const set = await setUpPeople();
    const operations = await readOperations(set);
    expect(operations.length).toBeGreaterThan(40);
    for (const { method, path, url, right } of operations) {
      // Its handler starts processes, which unit tests must not do; everyone may call it.
      for (const role of path === '/api/machine' ? [] : RIGHTS) {
        const response = await set.sendAs(set.tokens[role], { method, url });
        const isAllowed = rightsUpTo(role).includes(right);
        const isForbidden = response.status === 403;
        expect([method, url, role, isForbidden], response.text()).toEqual([method, url, role, !isAllowed]);
        expect(response.status).not.toBe(401);
        if (isForbidden) {
          expect(response.headers['content-type']).toBe('application/problem+json');
          expect(response.json()).toMatchObject({
            code: 'forbidden',
            detail: `The request requires the right "${right}", and the API token "${role} of ${role}" of ${role} has the right "${role}": the lesser of its scope and the role of ${role}`,
          });
        }
      }
      expect((await set.sendAs(undefined, { method, url })).status).toBe(401);
    }
  });

  it('is refused to a user who has logged in with the role of the user', async () => {
    const { logIn, sendAs } = await setUpPeople();
    const { token } = (await logIn('view')).json() as { token: string };
    const refused = await sendAs(token, { method: 'DELETE', url: '/api/installs/1' });
    expect([refused.status, refused.json().detail]).toEqual([
      403,
      'The request requires the right "run", and the role of view is "view"',
    ]);
  });

  it.each<[Right, readonly string[]]>([
    ['view', ['POST /api/check', 'POST /api/plan', 'GET /api/installs', 'GET /api/installs/{id}/events']],
    [
      'run',
      [
        'POST /api/installs',
        'DELETE /api/installs/{id}',
        'POST /api/installs/{id}/secrets',
        'GET /api/installs/{id}/image',
        'GET /api/installs/{id}/image.zst',
        'POST /api/installs/{id}/downloads',
        'POST /api/installs/{id}/machine',
        'POST /api/nodes/{id}/install',
        'POST /api/nodes/{id}/erase',
      ],
    ],
    [
      'administer',
      [
        'POST /api/users',
        'PUT /api/users/{name}/role',
        'GET /api/audit',
        'POST /api/nodes/tokens',
        'POST /api/nodes/{id}/approve',
        'GET /api/nodes/{id}/power',
        'POST /api/nodes/{id}/power',
      ],
    ],
  ])('declares its right: %s', async (right, routes) => {
    const operations = await readOperations(await setUpPeople());
    const declared = new Map(operations.map((each) => [`${each.method} ${each.path}`, each.right]));
    expect(routes.map((route) => [route, declared.get(route)])).toEqual(
      routes.map((route) => [route, right]),
    );
  });

  it('is recorded in the audit log if it changes state, whether or not the request was allowed', async () => {
    const set = await setUpPeople();
    const operations = (await readOperations(set)).filter(({ method }) => method !== 'GET');
    const keys = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    expect([...UNRECORDED].filter((key) => !keys.has(key))).toEqual([]);
    for (const { method, path, url } of operations) {
      const before = await readNewest(set);
      const response = await set.sendAs(set.tokens.view, { method, url });
      const entry = await readNewest(set);
      const key = `${method} ${path}`;
      if (UNRECORDED.has(key)) {
        expect([key, entry.number]).toEqual([key, before.number]);
        continue;
      }
      expect(entry).toMatchObject({
        number: before.number + 1,
        actor: 'view',
        credential: 'api-token',
        token: 'view of view',
        action: key,
        subject: url,
        status: response.status,
      });
    }
  });
});

async function readNewest({ sendAs, tokens }: PeopleSetUp): Promise<AuditEntry> {
  const entries = (await sendAs(tokens.administer, '/api/audit?limit=1')).json() as readonly AuditEntry[];
  return entries[0]!;
}

describe('rights', () => {
  it('of a token are those that both its scope and the role of its owner include', async () => {
    const { sendAs, tokens, service } = await setUpPeople();
    const rightOf = async (token: string): Promise<unknown> =>
      (await sendAs(token, '/api/session')).json().right;
    expect(await rightOf(tokens.run)).toBe('run');
    const set = (name: string, role: Right) =>
      service.administer({ action: 'set role', by: 'root', values: { name, role } });
    await set('run', 'view');
    expect(await rightOf(tokens.run)).toBe('view');
    await set('run', 'administer');
    expect(await rightOf(tokens.run)).toBe('run');
  });

  it('of the local token include everything, with and without users', async () => {
    const { send } = await setUpPeople();
    expect((await send('/api/session')).json()).toEqual({ credential: 'local-token', right: 'administer' });
    expect((await send('/api/users')).status).toBe(200);
  });

  it('never come from a page of another origin', async () => {
    const { sendAs, tokens } = await setUpPeople();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const request = { method: 'DELETE', url: '/api/users/view', headers };
    expect((await sendAs(tokens.administer, request)).status).toBe(403);
    expect((await sendAs(tokens.administer, '/api/users')).json()).toHaveLength(3);
  });
});
