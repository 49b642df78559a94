import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { countBytes, listen } from '../listen.ts';

const app = new Hono()
  .get('/hello', (context) => context.text('hello'))
  .put('/upload', async (context) => context.text(await countBytes(context.req.raw.body!)));
listen(getRequestListener(app.fetch));
