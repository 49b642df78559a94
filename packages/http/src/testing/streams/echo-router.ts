import { Router, Toolkit, type HttpRequest } from '../../index.ts';
import { recordingLogger } from '../recording-logger.ts';
import { byName } from './parsed-stream.ts';

/**
 * Creates a router that responds with the received request. For `/a`, it responds before it reads the body, for `/a/b`
 * with a stream, for `//a` synchronously, and for other paths after it has read the body.
 */
export function echoRouter(): Router {
  return new Router(new Toolkit({ logger: recordingLogger() })).use(({ request }) => {
    const head = describeHead(request);
    if (request.path === '//a') return head;
    if (request.path === '/a') return Promise.resolve(head);
    return request.path === '/a/b' ? echoStream(head, request) : echoBody(head, request);
  });
}

function describeHead(request: HttpRequest): string {
  return JSON.stringify([request.method, request.url.href, ...[...request.headers].toSorted(byName)]);
}

async function echoBody(head: string, request: HttpRequest): Promise<string> {
  return head + encodeBody(await request.body.bytes());
}

async function* echoStream(head: string, request: HttpRequest): AsyncIterable<string> {
  yield head;
  yield encodeBody(await request.body.bytes());
}

const encodeBody = (body: Uint8Array): string => JSON.stringify(Buffer.from(body).toString('latin1'));
