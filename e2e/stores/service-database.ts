import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { PostgresEngine } from '../../packages/service/src/store/postgres/postgres-engine.ts';
import type { TestDatabase } from '../../packages/service/src/testing/databases.ts';

/** A database for the install service on a running server. */
export interface ServiceDatabase extends TestDatabase {
  readonly url: string;
  /** The messages of reported errors. */
  readonly reported: string[];
  open(): Promise<PostgresEngine>;
  connect(): Promise<Client>;
}

/** Creates an empty database for the install service; it is deleted when the test ends. */
export async function createServiceDatabase(admin: Pool, folder: string): Promise<ServiceDatabase> {
  const name = `service_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template template0`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
  });
  const url = `postgres://postgres@/${name}?host=${folder}`;
  const reported: string[] = [];
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    url,
    reported,
    connect,
    open: () =>
      PostgresEngine.open(url, {
        reportError: (message, error) => reported.push(`${message}: ${String(error)}`),
      }),
    async tamper(statements) {
      const client = await connect();
      await client.query(
        `set search_path to writ; alter table audit disable trigger all; ${statements}; alter table audit enable trigger all`,
      );
      await client.end();
    },
    async readAll() {
      const client = await connect();
      const { rows } = await client.query<{ name: string }>(
        `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'writ'`,
      );
      const texts = [];
      for (const { name: table } of rows)
        texts.push(JSON.stringify((await client.query(`select * from writ.${table}`)).rows));
      await client.end();
      return texts.join('\n');
    },
  };
}
