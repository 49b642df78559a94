import type { ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

listen((request, response) => {
  if (request.method === 'GET') {
    send(response, 'hello');
    return;
  }
  let length = 0;
  request.on('data', (chunk: Buffer) => (length += chunk.byteLength));
  request.on('end', () => send(response, String(length)));
});

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length });
  response.end(text);
}
