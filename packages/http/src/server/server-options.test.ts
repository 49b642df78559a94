import { expect, it } from 'vitest';
import { Router, Toolkit } from '../index.ts';

const toolkit = new Toolkit();
const create = (options: object): unknown => toolkit.createServer(new Router(toolkit), options);

it.each([
  [{ maxHeaderSize: 65_536 }, 'use http.createServer({ maxHeaderSize: … }, router.listener)'],
  [{ transport: 'node', insecureHTTPParser: true }, 'use http.createServer({ insecureHTTPParser: … }'],
  [{ key: '', cert: '' }, 'createServer has no option "key": pass { tls: { key, cert } }'],
  [{ https: {} }, 'pass { tls: { key, cert } }'],
  [{ server: {} }, 'pass router.listener to your own server, such as http.createServer(router.listener)'],
  [{ keepAliveTimout: 1 }, 'did you mean keepAliveTimeout?'],
  [{ transport: 'http2' }, "createServer: transport must be 'node' or 'fast', not \"http2\""],
])('createServer(router, %j) throws with the place for the option', (options, message) => {
  expect(() => create(options)).toThrow(TypeError);
  expect(() => create(options)).toThrow(message);
});
