/** What runs in each worker thread: calls functions, and methods of classes, that modules export. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';
import { classesOfMethod } from './class-finder.ts';
import { obstacleOf } from './crossing/obstacle.ts';
import { onlyOneOf } from './crossing/only-one.ts';
import { NotTransferable, pack, type ClassReference, type ThreadMessageData } from './crossing/parcel.ts';
import { plainError, thrownOf } from './crossing/thrown.ts';
import { unpack } from './crossing/unpack.ts';
import { enterThread, hasRefused } from './inside.ts';
import type { Answer, Cancel, NumberedCall, Ready, Rejected, ThreadData } from './messages.ts';
import { LIST } from './uncloneable-call.ts';
import { exportedClasses, importModule } from './module-graph.ts';

type Method = (...args: unknown[]) => unknown;
type Place = WorkerCall['blocking'];

/** What the module of a call exports for it. */
interface Target {
  readonly call: Method;
  /** The classes that the other thread lists, too. */
  readonly classes: readonly Function[];
}

const port = parentPort!;
const targets = new Map<string, Target>();
/** One object of each class, by module and name. */
const instances = new Map<string, Readonly<Record<string, unknown>>>();
let controller: AbortController | undefined;

port.on('message', (message: NumberedCall | Cancel) => {
  if (message.kind === 'cancel') controller?.abort(new Error(message.reason));
  else void perform(message);
});

if ((workerData as ThreadData).unhandledRejections === 'log') {
  process.on('unhandledRejection', (error) => {
    port.postMessage({ rejected: plainError(error) } satisfies Rejected);
  });
}

async function perform({ id, blocking, args, signals }: NumberedCall): Promise<void> {
  const own = new AbortController();
  controller = own;
  let classes: readonly Function[] = [];
  let reply: WorkerReply;
  try {
    enterThread(blocking.module);
    const target = await targetOf(blocking);
    if (hasRefused()) return;
    classes = target.classes;
    const given = await argumentsOf(args as ThreadMessageData, target.classes);
    port.postMessage({ ready: id } satisfies Ready);
    const result = await target.call(
      ...given.map((arg, index) => (signals.includes(index) ? own.signal : arg)),
    );
    reply = await replyOf(result, classes, blocking);
  } catch (error) {
    reply = await errorReply(error, classes);
  }
  controller = undefined;
  if (hasRefused()) return;
  await send(id, reply, blocking);
}

async function targetOf(blocking: Place): Promise<Target> {
  const { module, name, method } = blocking;
  const key = `${method ?? ''} ${name} ${module}`;
  const known = targets.get(key);
  if (known !== undefined) return known;
  const exported = (await importModule(module))[name];
  if (typeof exported !== 'function') {
    throw new TypeError(`${module} exports no ${method === undefined ? 'function' : 'class'} named ${name}`);
  }
  const call = method === undefined ? (exported as Method) : methodOf(exported, blocking);
  const target = { call, classes: classesOfMethod(exported, method) };
  targets.set(key, target);
  return target;
}

function methodOf(type: Function, { module, name, method }: Place): Method {
  const key = `${module}#${name}`;
  const instance = instances.get(key) ?? (Reflect.construct(type, []) as Record<string, unknown>);
  instances.set(key, instance);
  const target = instance[method!];
  if (typeof target !== 'function') throw new TypeError(`${name} of ${module} has no method ${method!}`);
  return (...args) => Reflect.apply(target, instance, args) as unknown;
}

async function argumentsOf(
  args: ThreadMessageData,
  classes: readonly Function[],
): Promise<readonly unknown[]> {
  const find = async ({ name, index }: ClassReference): Promise<Function | undefined> => {
    const listed = index === undefined ? undefined : classes[index];
    if (listed?.name === name) return listed;
    return onlyOneOf([...classes, ...(await exportedClasses()).keys()], name);
  };
  return (await unpack(args, find, LIST, true)) as readonly unknown[];
}

async function replyOf(value: unknown, classes: readonly Function[], blocking: Place): Promise<WorkerReply> {
  try {
    return { kind: 'value', content: await packed(value, classes), lacks: [] };
  } catch (error) {
    throw error instanceof NotTransferable ? uncloneable(blocking, error.message) : error;
  }
}

async function errorReply(error: unknown, classes: readonly Function[]): Promise<WorkerReply> {
  const { error: crossing, lacks } = thrownOf(error);
  return { kind: 'error', content: await packed(crossing, classes), lacks };
}

function packed(value: unknown, classes: readonly Function[]): Promise<ThreadMessageData> {
  return pack(value, 'the result', async () => {
    const places = await exportedClasses();
    return {
      indexOf: (type) => (classes.includes(type) ? classes.indexOf(type) : undefined),
      placeOf: (type) => places.get(type),
    };
  });
}

async function send(call: number, reply: WorkerReply, blocking: Place): Promise<void> {
  const post = (answer: Answer): void => port.postMessage(answer);
  try {
    post({ call, reply });
  } catch (cause) {
    const why = obstacleOf(reply.content.value, 'the result') ?? plainError(cause).message;
    post({ call, reply: await errorReply(uncloneable(blocking, why), []) });
  }
}

function uncloneable({ name, method }: Place, why: string): Error {
  const what = method === undefined ? name : `${name}.${method}`;
  return new TypeError(`what ${what} gave cannot be cloned to another thread: ${why}`);
}
