import type { Server } from 'node:net';

/** Events of `node:http` servers, each with its replacement on this transport, if there is one. */
const EVENTS: Readonly<Record<string, string | undefined>> = {
  request: undefined,
  upgrade: 'pass createServer(router, { upgrades })',
  connect: undefined,
  checkContinue: undefined,
  checkExpectation: undefined,
  clientError: undefined,
  dropRequest: undefined,
};

/** Settings of `node:http` servers, each with its replacement on this transport, if there is one. */
const SETTINGS: Readonly<Record<string, string | undefined>> = {
  headersTimeout: 'pass createServer(router, { headersTimeout })',
  requestTimeout: 'pass createServer(router, { requestTimeout })',
  keepAliveTimeout: 'pass createServer(router, { keepAliveTimeout })',
  keepAliveTimeoutBuffer: undefined,
  maxHeadersCount: undefined,
  maxRequestsPerSocket: undefined,
  timeout: undefined,
};

/**
 * Makes the server throw `TypeError` if the application listens for events or changes settings of `node:http` servers,
 * because these would have no effect.
 */
export function refuseHttpFeatures(server: Server): void {
  server.on('newListener', (event: unknown) => {
    if (typeof event !== 'string' || !Object.hasOwn(EVENTS, event)) return;
    throw new TypeError(
      `server.node does not emit "${event}" with the transport 'fast': ${fix(EVENTS[event])}`,
    );
  });
  for (const [name, replacement] of Object.entries(SETTINGS)) {
    Object.defineProperty(server, name, {
      get: () => undefined,
      set() {
        throw new TypeError(
          `server.node has no setting ${name} with the transport 'fast': ${fix(replacement)}`,
        );
      },
    });
  }
}

function fix(replacement: string | undefined): string {
  const selectNode = "createServer(router, { transport: 'node' })";
  return replacement === undefined ? `use ${selectNode}` : `${replacement}, or use ${selectNode}`;
}
