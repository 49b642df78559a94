/** A request whose first change succeeds and whose second change fails. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from '@writ/http/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../src/app.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { Tokens } from '../src/services/tokens.ts';

it.each(['annotations', 'controllers'] as const)(
  'an error after the first change of a request undoes this change, with %s',
  { timeout: 60_000 },
  async (frontEnd) => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-conduit-'));
    const database = await openDatabase(join(folder, 'conduit.sqlite'));
    onTestFinished(async () => {
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    });
    const router = await createApp(frontEnd, { database, tokens: new Tokens('0123456789abcdef'.repeat(2)) });
    const post = async (path: string, json: unknown, token?: string) =>
      inject(router, {
        method: 'POST',
        url: `/api${path}`,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Token ${token}` }),
        },
        body: JSON.stringify(json),
      });
    const user = { username: 'ada', email: 'ada@example.com', password: 'teapot-7' };
    const { token } = ((await post('/users', { user })).json() as { user: { token: string } }).user;

    // The tags are inserted after the article. The trigger runs only if the article exists by then.
    await sql`
      CREATE TRIGGER reject_tag BEFORE INSERT ON article_tags
      WHEN NEW.tag = 'rejected' AND EXISTS (SELECT 1 FROM articles WHERE id = NEW.article_id)
      BEGIN SELECT RAISE(ABORT, 'the article was written'); END`.execute(database);
    const article = { title: 'Tea', description: 'About it', body: 'All of it' };
    const publish = (tag: string) => post('/articles', { article: { ...article, tagList: [tag] } }, token);
    expect((await publish('rejected')).status).toBe(500);
    expect(await database.selectFrom('articles').selectAll().execute()).toEqual([]);
    expect((await inject(router, '/api/articles/tea')).status).toBe(404);

    // The title is still available, and later requests have transactions of their own.
    expect((await publish('accepted')).status).toBe(201);
    expect((await inject(router, '/api/articles/tea')).json()).toMatchObject({
      article: { ...article, tagList: ['accepted'] },
    });
  },
);
