/** What runs in each worker thread: calls functions, and methods of classes, that modules export. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Blocking } from '../contract/blocking.ts';
import { enterThread, hasRefused } from './inside.ts';
import {
  errorReply,
  replyOf,
  type Answer,
  type Cancel,
  type NumberedCall,
  type Ready,
  type Rejected,
  type Reply,
  type ThreadData,
} from './messages.ts';

type Method = (...args: unknown[]) => unknown;

const port = parentPort!;
/** One object of each class, by module and name. */
const instances = new Map<string, Readonly<Record<string, unknown>>>();
let controller: AbortController | undefined;

port.on('message', (message: NumberedCall | Cancel) => {
  if (message.kind === 'cancel') controller?.abort(new Error(message.reason));
  else void perform(message);
});

if ((workerData as ThreadData).unhandledRejections === 'log') {
  process.on('unhandledRejection', (error) => {
    port.postMessage({ rejected: plain(error) } satisfies Rejected);
  });
}

async function perform({ id, blocking, args, signals }: NumberedCall): Promise<void> {
  const own = new AbortController();
  controller = own;
  let reply: Reply;
  try {
    const given = args.map((arg, index) => (signals.includes(index) ? own.signal : arg));
    enterThread(blocking.module);
    const target = await targetOf(blocking);
    if (hasRefused()) return;
    port.postMessage({ ready: id } satisfies Ready);
    reply = replyOf(await target(...given));
  } catch (error) {
    reply = errorReply(error);
  }
  controller = undefined;
  if (hasRefused()) return;
  send(id, reply, blocking);
}

async function targetOf({ module, name, method }: Blocking): Promise<Method> {
  const exported = ((await import(module)) as Readonly<Record<string, unknown>>)[name];
  if (typeof exported !== 'function') {
    throw new TypeError(`${module} exports no ${method === undefined ? 'function' : 'class'} named ${name}`);
  }
  if (method === undefined) return exported as Method;
  const key = `${module}#${name}`;
  const instance = instances.get(key) ?? (Reflect.construct(exported, []) as Record<string, unknown>);
  instances.set(key, instance);
  const target = instance[method];
  if (typeof target !== 'function') throw new TypeError(`${name} of ${module} has no method ${method}`);
  return (...args) => Reflect.apply(target, instance, args) as unknown;
}

function send(call: number, reply: Reply, { name, method }: Blocking): void {
  const post = (answer: Answer): void => port.postMessage(answer);
  try {
    post({ call, reply });
  } catch (cause) {
    const error = reply.kind === 'error' ? plain(reply.error) : uncloneable(name, method, cause);
    post({ call, reply: errorReply(error) });
  }
}

/** An error without what it carries. */
function plain(error: unknown): Error {
  const { message = String(error), stack } = Object(error) as { message?: string; stack?: string };
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}

function uncloneable(name: string, method: string | undefined, cause: unknown): Error {
  const what = method === undefined ? name : `${name}.${method}`;
  return new TypeError(`what ${what} gave cannot be cloned to another thread: ${plain(cause).message}`);
}
