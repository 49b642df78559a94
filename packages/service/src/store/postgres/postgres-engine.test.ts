import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { StoreUnusable } from '../store-error.ts';
import { describeError } from './errors.ts';
import { PostgresEngine } from './postgres-engine.ts';

/** Returns the error with which the engine refuses an address. No server listens on port 1. */
const refuse = (url: string): Promise<unknown> =>
  PostgresEngine.open(url, { reportError: () => {} }).catch((error: unknown) => error);

const SEPARATORS = 'a part contains @, :, /, ? or #, which separate the parts';
const INVALID = 'the host or the port is invalid, or the user or the password contains /, ? or #';

it.each([
  ['postgres://canary:canary/x@127.0.0.1:1/writ', SEPARATORS],
  ['postgres://canary:canary#x@127.0.0.1:1/writ', SEPARATORS],
  ['postgres://canary:1?canary@127.0.0.1:1/writ', SEPARATORS],
  ['postgres://canary:1#canary/writ', SEPARATORS],
  ['postgres://writ:canary@canary/y:canary@127.0.0.1:1/writ', SEPARATORS],
  ['postgres://canary:canary/writ', INVALID],
  ['postgres://canary:canary@127.0.0.1:99999/writ', INVALID],
  ['postgres://canary:canary@[::1/writ', INVALID],
  ['postgres://canary:canary@/writ?host=127.0.0.1&port=99999', 'the port is not a number from 1 to 65535'],
  ['postgres://', 'the database name is missing'],
  ['postgres://canary:canary@127.0.0.1:1', 'the database name is missing'],
  ['mysql://canary:canary@127.0.0.1/writ', 'it is not an address'],
  ['postgres://canary:%ff@127.0.0.1:1/writ', 'a part cannot be decoded or a parameter has an invalid value'],
  [
    'postgres://canary:canary@127.0.0.1:1/writ?sslnegotiation=canary',
    'a part cannot be decoded or a parameter has an invalid value',
  ],
])('the address %s is invalid, and the message contains no part of it', async (url, problem) => {
  const error = await refuse(url);
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(String(error)).toBe(
    `StoreUnusable: invalid WRIT_DATABASE_URL: ${problem}; write postgres://user:password@host:port/database, and percent-encode characters other than letters, digits, - . _ and ~ in its parts, such as / as %2F`,
  );
});

it.each(['sslcert', 'sslkey', 'sslrootcert'])('the file in %s must be readable', async (name) => {
  const error = await refuse(`postgres://canary@127.0.0.1:1/writ?${name}=/canary`);
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(String(error)).toMatch(
    new RegExp(`invalid WRIT_DATABASE_URL: the file in its parameter ${name} cannot be read$`),
  );
});

it.each([
  ['postgres://canary:canary%2F%40%3A@127.0.0.1:1/writ', '127.0.0.1:1'],
  ['postgresql://canary@/writ?host=/nonexistent', '/nonexistent'],
  ['postgres://%2Fnonexistent/writ', '/nonexistent'],
])('the address %s is valid, and messages contain only the database and its server', async (url, server) => {
  const error = await refuse(url);
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(String(error)).toContain(`the database writ on ${server} cannot be used: `);
  expect(String(error)).not.toContain('canary');
});

it.each([
  ['28P01', 'password authentication failed for user "canary"', 'invalid password (28P01)'],
  ['28000', 'role "canary" does not exist', 'invalid authorization specification (28000)'],
  ['53300', 'too many connections for role "canary"', 'too many connections (53300)'],
  ['53100', 'no space left on device', 'no space left on device (53100)'],
])('the description of an error with the code %s does not contain the user', (code, message, described) => {
  const error = Object.assign(new DatabaseError(message, 0, 'error'), { code });
  expect(describeError(error)).toBe(described);
});
