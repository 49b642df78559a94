import { Client, DatabaseError } from 'pg';
import { expect, it, vi } from 'vitest';
import type { RoutingContext } from '@writ/http';
import { openPool } from '../src/database/open-database.ts';
import type { Services } from '../src/http/conduit.ts';
import { openConduit } from '../src/http/open-conduit.ts';

it('the loss of an idle connection is logged and does not end the process', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const pool = openPool('postgres://conduit@127.0.0.1:1/conduit');
  pool.emit('error', new Error('terminating connection'), undefined as never);
  expect(log).toHaveBeenCalledWith('database connection lost: terminating connection');
  log.mockRestore();
  await pool.end();
});

it('the loss of a connection that is in use does not end the process', async () => {
  const pool = openPool('postgres://conduit@127.0.0.1:1/conduit');
  const client = new Client();
  pool.emit('connect', client as never);
  expect(() => client.emit('error', new Error('terminating connection'))).not.toThrow();
  await pool.end();
});

it.each([
  ['422', 'a null character', '22021', 422],
  ['422', 'a number out of range', '22003', 422],
  ['422', 'a fraction as an id', '22P02', 422],
  ['an unchanged error', 'a full disk', '53100', undefined],
])('the filter throws %s for %s', async (_thrown, _cause, code, status) => {
  const error = Object.assign(new DatabaseError('refused', 0, 'error'), { code });
  const context = { data: new Map() } as unknown as RoutingContext;
  const thrown: unknown = await Promise.resolve(
    openConduit({} as Services)(context, () => Promise.reject(error)),
  ).catch((reason: unknown) => reason);
  if (status === undefined) expect(thrown).toBe(error);
  else expect(thrown).toMatchObject({ status, errors: [{ name: 'request' }] });
});
