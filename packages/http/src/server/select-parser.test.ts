import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });
const router = new Router(toolkit).add(route({ method: 'GET', path: '/', handler: () => 'hello' }));
const isNodeServer = (): boolean => toolkit.createServer(router).node instanceof HttpServer;
const lines = (): readonly string[] =>
  logger.lines
    .splice(0)
    .filter(({ level }) => level !== 'debug')
    .map(({ level, message }) => `${level} ${message}`);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('a server without the option transport', () => {
  it('uses the fast transport', () => {
    expect(isNodeServer()).toBe(false);
    expect(lines()).toEqual([]);
  });

  it('uses node:http if a tool has replaced the method that emits its requests', () => {
    Object.defineProperty(HttpServer.prototype, 'emit', {
      value: EventEmitter.prototype.emit,
      configurable: true,
    });
    try {
      expect(isNodeServer()).toBe(true);
    } finally {
      Reflect.deleteProperty(HttpServer.prototype, 'emit');
    }
    expect(lines()).toEqual([
      "info the server uses the transport 'node', because a tool in this process observes the requests to node:http servers",
    ]);
  });

  it.each(['http.server.request.start', 'http.server.response.created', 'http.server.response.finish'])(
    'uses node:http if the channel %s has subscribers',
    (name) => {
      const listener = (): void => {};
      subscribe(name, listener);
      expect(isNodeServer()).toBe(true);
      unsubscribe(name, listener);
      expect(isNodeServer()).toBe(false);
      expect(lines()).toHaveLength(1);
    },
  );

  it('uses node:http if Node accepts invalid requests', () => {
    vi.stubEnv('NODE_OPTIONS', '--enable-source-maps --insecure-http-parser');
    expect(isNodeServer()).toBe(true);
    expect(lines()).toEqual([
      "info the server uses the transport 'node', because Node runs with --insecure-http-parser",
    ]);
  });

  it('uses node:http without WebAssembly, and logs a warning', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(isNodeServer()).toBe(true);
    expect(lines()).toEqual([
      expect.stringMatching(/^warn .*--jitless.*; the server uses the transport 'node'$/),
    ]);
  });
});

it('selecting the fast transport without WebAssembly is an error', () => {
  vi.stubGlobal('WebAssembly', undefined);
  expect(() => toolkit.createServer(router, { transport: 'fast' })).toThrow(
    /^the transport 'fast' cannot run WebAssembly .* or use the transport 'node'$/,
  );
});
