import { limits, route, Router, Toolkit } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { createPushFilter } from './context-objects.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

describeTransports('a request whose global provider hangs', (serve) => {
  it('is answered with 503 after the time limit of its route', async () => {
    const provider = { name: 'Hanging', instance: { provide: () => new Promise<never>(() => {}) } };
    const router = new Router(new Toolkit({ logger: silent, limits: { provider: 60_000 } }))
      .use(createPushFilter(provider))
      .add(
        route({
          method: 'GET',
          path: '/',
          scopes: [{ filters: [limits({ provider: 20 })] }],
          handler: () => 'never',
        }),
      );
    expect((await (await serve(router))('/')).status).toBe(503);
  });
});
