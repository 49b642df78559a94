import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono().get('/items/:id{-?[0-9]+}', (context) =>
  context.json({ id: Number(context.req.param('id')) }),
);
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
