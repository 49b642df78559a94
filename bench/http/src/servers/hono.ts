import { serve } from '@hono/node-server';
import { app } from '../hono-app.ts';
import { reportReady } from '../probe.ts';

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address) => reportReady(address));
server.on('error', () => process.exit(1));
