import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const [, id] = /^\/items\/(-?\d+)$/.exec(request.url ?? '') ?? [];
  response.statusCode = id === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: Number(id) }));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
