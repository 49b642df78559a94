/**
 * Prints the responses of `@writ/http` servers with each transport to bodies that arrive at once or in parts, or are too large or
 * incomplete.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { BodyParam, route, Router, Toolkit, type TransportName } from '@writ/http';

const toolkit = new Toolkit({ limits: { body: 10 } });
const handler = (text: string): string => `<${text}>`;
const router = new Router(toolkit).add(
  route({ method: 'POST', path: '/', bindings: [BodyParam(String)], handler }),
);
for (const transport of ['node', 'fast'] as const) await printAnswers(transport);

async function printAnswers(transport: TransportName): Promise<void> {
  const server = toolkit.createServer(router, { transport });
  const { port } = await server.listen(0, '127.0.0.1');

  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => (received += text));
  const printAnswer = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(received)) await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
    console.log(pattern.exec(received)![0]);
    received = '';
  };
  const head = 'POST / HTTP/1.1\r\nhost: a\r\n';

  socket.write(`${head}content-length: 5\r\n\r\nwhole`);
  await printAnswer(/<whole>/);
  socket.write(`${head}content-length: 5\r\n\r\npa`);
  await pause(20);
  socket.write('rts');
  await printAnswer(/<parts>/);
  socket.write(`${head}transfer-encoding: chunked\r\n\r\n2\r\nch\r\n`);
  await pause(20);
  socket.write('4\r\nunks\r\n0\r\n\r\n');
  await printAnswer(/<chunks>/);
  socket.write(`${head}transfer-encoding: chunked\r\n\r\nb\r\n${'x'.repeat(11)}\r\n`);
  await printAnswer(/ 413 /);
  socket.write(`0\r\n\r\n${head}content-length: 4\r\n\r\nnext`);
  await printAnswer(/<next>/);
  socket.write(`${head}content-length: 9\r\n\r\ncut`);
  await pause(20);
  socket.destroy();
  const { aborted } = await server.close({ timeout: 30_000 });
  console.log(aborted.length === 0 ? 'no request is left' : 'a request is left');
}
