/**
 * A server on `node:net` that parses nothing and writes constant responses. Its processor time is the cost of receiving
 * and sending, which is the minimum for any server on `node:net` or `node:http`.
 */
import { createServer } from 'node:net';
import { CASES } from '../cases.ts';
import { addHeaders, HEADER_SETS } from '../header-sets.ts';
import { reportReady } from '../probe.ts';

function formatResponse(status: string, type: string, body: string): string {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n`;
  return `${head}Date: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n${body}`;
}

/** Responses by the length of the request. All others are invalid. */
const responses = new Map(
  CASES.flatMap(({ request, type, body }) =>
    HEADER_SETS.map((set) => [addHeaders(request, set)[0]!.length, formatResponse('200 OK', type, body)]),
  ),
);
const invalid = formatResponse('400 Bad Request', 'text/plain', '');

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', (data: Buffer) => {
    socket.write(responses.get(data.length) ?? invalid, 'latin1');
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => reportReady(server.address()));
