import { Secret } from '@writ/diagnostics';
import { inject, type InjectRequest, type InjectResponse } from '@writ/http/testing';
import { hashPassword, type HashCost } from '../people/password-hash.ts';
import { RIGHTS, type Right } from '../records/rights.ts';
import type { Service, ServiceOptions } from '../service-types.ts';
import { setUp, type SetUp } from './service.ts';

/** A cost of hashes that takes no noticeable time. */
export const cheapCost: HashCost = { logN: 4, r: 2, p: 1 };

/** The password of all users in tests. */
export const userPassword = 'canary-user-password-5c';

/** A service with a user of each role, whose name is the role. */
export interface PeopleSetUp extends SetUp {
  /** API tokens by the role of their owner; their scope is the same right. */
  readonly tokens: Readonly<Record<Right, string>>;
  /** Sends a request with a token, or without one. */
  readonly sendAs: (token: string | undefined, request: InjectRequest | string) => Promise<InjectResponse>;
  /** Logs a user in and returns the response. */
  readonly logIn: (user: string, password?: string) => Promise<InjectResponse>;
}

export async function setUpPeople(options: Partial<ServiceOptions> = {}): Promise<PeopleSetUp> {
  const set = await setUp({ passwordCost: cheapCost, ...options });
  const tokens: Partial<Record<Right, string>> = {};
  for (const right of [...RIGHTS].toReversed()) {
    await addUser(set.service, right, right);
    tokens[right] = await createToken(set.service, right, right);
  }
  const sendAs: PeopleSetUp['sendAs'] = (token, request) => {
    const given = typeof request === 'string' ? { url: request } : request;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { host: 'localhost:7878', ...authorization, ...given.headers };
    return inject(set.service.router, { ...given, headers });
  };
  return {
    ...set,
    tokens: tokens as Record<Right, string>,
    sendAs,
    logIn: (user, password = userPassword) =>
      sendAs(undefined, { method: 'POST', url: '/session/login', json: { user, password } }),
  };
}

/** Adds a user as `writ user add` does. */
export async function addUser({ administer }: Service, name: string, role: Right): Promise<void> {
  const password = await hashPassword(new Secret(userPassword), cheapCost);
  await administer({ action: 'add user', by: 'root', values: { name, role, password } });
}

/** Creates a token as `writ token create` does. */
export async function createToken(
  { administer }: Service,
  owner: string,
  scope: Right,
  days = 1,
): Promise<string> {
  const values = { owner, scope, days, name: `${scope} of ${owner}` };
  return (await administer({ action: 'create token', by: 'root', values })).value;
}
