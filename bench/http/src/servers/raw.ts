/** A server on `node:http`, written by hand without limits: the baseline of all ratios. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { findUser, storeItem, type Item } from '../cases.ts';
import { reportReady } from '../probe.ts';

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}

function addItem(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const item = JSON.parse(Buffer.concat(chunks).toString()) as Item;
    if (typeof item.title !== 'string' || typeof item.count !== 'number') refuse(response, 400);
    else send(response, 'application/json', JSON.stringify(storeItem(item)));
  });
}

const server = createServer((request, response) => {
  const url = request.url!;
  if (request.method === 'GET' && url === '/') send(response, 'text/plain', 'hello');
  else if (request.method === 'GET' && url.startsWith('/users/')) {
    send(response, 'application/json', JSON.stringify(findUser(Number(url.slice('/users/'.length)))));
  } else if (request.method === 'POST' && url === '/items') addItem(request, response);
  else refuse(response, 404);
});
server.listen(0, '127.0.0.1', () => reportReady(server.address()));
