/**
 * Serves a module's default export with node:http, because Node has no command for it: `node fetch-server.ts ENTRY`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';

interface Entry {
  readonly default: { readonly fetch: (request: Request) => Promise<Response> };
}

const { default: entry } = (await import(pathToFileURL(resolve(process.argv[2]!)).href)) as Entry;

const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});

async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const disconnected = new AbortController();
  outgoing.on('close', () => disconnected.abort());
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(`http://${incoming.headers.host ?? 'localhost'}${url}`, {
    method,
    headers,
    signal: disconnected.signal,
    ...(hasBody ? { body: await buffer(incoming) } : {}),
  });
  const response = await entry.fetch(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) outgoing.end();
  // The client may disconnect before the response is complete.
  else await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing).catch(() => {});
}
