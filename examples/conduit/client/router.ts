import { randomBytes } from 'node:crypto';
import type { Router } from '@writ/http';
import { createApp } from '../src/app.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { Tokens } from '../src/services/tokens.ts';

/** The router from which `npm run client` generates the client. It receives no requests. */
export const router: Router = await createApp('annotations', {
  database: await openDatabase(':memory:'),
  tokens: new Tokens(randomBytes(32).toString('hex')),
});
