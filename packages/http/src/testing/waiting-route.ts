import { Context, route, RoutingContext, type Route } from '../index.ts';
import type { Client } from './transports.ts';

/** A route whose handler waits, for tests of clients that disconnect before the handler returns. */
export class WaitingRoute {
  readonly route: Route;
  #started: PromiseWithResolvers<void> = Promise.withResolvers();
  #released: PromiseWithResolvers<void> = Promise.withResolvers();

  /** @param onEnd called when the handler is released, before it returns */
  constructor(onEnd: () => void = () => {}) {
    this.route = route({
      method: 'GET',
      path: '/waiting',
      bindings: [Context(RoutingContext)],
      handler: async ({ response }) => {
        // Although this response exists, its status is never sent.
        response.status = 201;
        this.#started.resolve();
        await this.#released.promise;
        onEnd();
      },
    });
  }

  /**
   * Sends a request and disconnects when the handler has started. Resolves with a function that lets the handler return
   * and waits for the client.
   */
  async disconnect(client: Client): Promise<() => Promise<void>> {
    this.#started = Promise.withResolvers();
    this.#released = Promise.withResolvers();
    const abort = new AbortController();
    const request = client({ url: '/waiting', signal: abort.signal }).catch(() => {});
    await this.#started.promise;
    abort.abort();
    return async () => {
      this.#released.resolve();
      await request;
    };
  }
}
