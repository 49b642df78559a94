/** The entry point of worker threads. It calls functions that modules export, and methods of exported classes. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerCall, WorkerReply } from '../contract/blocking.ts';
import { classesOfMethod } from './class-finder.ts';
import { findTransferObstacle } from './transfer/transfer-obstacle.ts';
import { findUniqueClass } from './transfer/unique-class.ts';
import { NotTransferable, pack, type ClassReference, type ThreadMessageData } from './transfer/pack.ts';
import { plainError, toTransferableError } from './transfer/transferable-error.ts';
import { unpack } from './transfer/unpack.ts';
import { enterThread, hasRefused } from './worker-context.ts';
import type {
  CallReply,
  CancelCall,
  NumberedCall,
  CallStarted,
  UnhandledRejection,
  ThreadData,
} from './messages.ts';
import { ARGUMENT_LIST } from './uncloneable-arguments.ts';
import { exportedClasses, importModule } from './module-graph.ts';

type Method = (...args: unknown[]) => unknown;
type BlockingTarget = WorkerCall['blocking'];

/** The function that a call runs. */
interface ResolvedTarget {
  readonly call: Method;
  /** The classes of the call. The other thread lists them in the same order. */
  readonly classes: readonly Function[];
}

const port = parentPort!;
const targets = new Map<string, ResolvedTarget>();
/** One instance per class, by module and name. */
const instances = new Map<string, Readonly<Record<string, unknown>>>();
let controller: AbortController | undefined;

port.on('message', (message: NumberedCall | CancelCall) => {
  if (message.kind === 'cancel') controller?.abort(new Error(message.reason));
  else void perform(message);
});

if ((workerData as ThreadData).unhandledRejections === 'log') {
  process.on('unhandledRejection', (error) => {
    port.postMessage({ rejected: plainError(error) } satisfies UnhandledRejection);
  });
}

async function perform({ id, blocking, args, signals }: NumberedCall): Promise<void> {
  const abortController = new AbortController();
  controller = abortController;
  let classes: readonly Function[] = [];
  let reply: WorkerReply;
  try {
    enterThread(blocking.module);
    const target = await resolveTarget(blocking);
    if (hasRefused()) return;
    classes = target.classes;
    const unpackedArgs = await unpackArguments(args as ThreadMessageData, target.classes);
    port.postMessage({ ready: id } satisfies CallStarted);
    const result = await target.call(
      ...unpackedArgs.map((arg, index) => (signals.includes(index) ? abortController.signal : arg)),
    );
    reply = await toReply(result, classes, blocking);
  } catch (error) {
    reply = await toErrorReply(error, classes);
  }
  controller = undefined;
  if (hasRefused()) return;
  await sendReply(id, reply, blocking);
}

async function resolveTarget(blocking: BlockingTarget): Promise<ResolvedTarget> {
  const { module, name, method } = blocking;
  const key = `${method ?? ''} ${name} ${module}`;
  const known = targets.get(key);
  if (known !== undefined) return known;
  const exported = (await importModule(module))[name];
  if (typeof exported !== 'function') {
    throw new TypeError(
      `${module} does not export a ${method === undefined ? 'function' : 'class'} named ${name}`,
    );
  }
  const call = method === undefined ? (exported as Method) : resolveMethod(exported, blocking);
  const target = { call, classes: classesOfMethod(exported, method) };
  targets.set(key, target);
  return target;
}

function resolveMethod(type: Function, { module, name, method }: BlockingTarget): Method {
  const key = `${module}#${name}`;
  const instance = instances.get(key) ?? (Reflect.construct(type, []) as Record<string, unknown>);
  instances.set(key, instance);
  const target = instance[method!];
  if (typeof target !== 'function') throw new TypeError(`${name} of ${module} has no method ${method!}`);
  return (...args) => Reflect.apply(target, instance, args) as unknown;
}

async function unpackArguments(
  args: ThreadMessageData,
  classes: readonly Function[],
): Promise<readonly unknown[]> {
  const find = async ({ name, index }: ClassReference): Promise<Function | undefined> => {
    const listed = index === undefined ? undefined : classes[index];
    if (listed?.name === name) return listed;
    return findUniqueClass([...classes, ...(await exportedClasses()).keys()], name);
  };
  return (await unpack(args, find, ARGUMENT_LIST, true)) as readonly unknown[];
}

async function toReply(
  value: unknown,
  classes: readonly Function[],
  blocking: BlockingTarget,
): Promise<WorkerReply> {
  try {
    return { kind: 'value', content: await packResult(value, classes), omitted: [] };
  } catch (error) {
    throw error instanceof NotTransferable ? uncloneableResult(blocking, error.message) : error;
  }
}

async function toErrorReply(error: unknown, classes: readonly Function[]): Promise<WorkerReply> {
  const { error: crossing, omitted } = toTransferableError(error);
  return { kind: 'error', content: await packResult(crossing, classes), omitted };
}

function packResult(value: unknown, classes: readonly Function[]): Promise<ThreadMessageData> {
  return pack(value, 'the result', async () => {
    const places = await exportedClasses();
    return {
      indexOf: (type) => (classes.includes(type) ? classes.indexOf(type) : undefined),
      exportOf: (type) => places.get(type),
    };
  });
}

async function sendReply(call: number, reply: WorkerReply, blocking: BlockingTarget): Promise<void> {
  const post = (answer: CallReply): void => port.postMessage(answer);
  try {
    post({ call, reply });
  } catch (cause) {
    const why = findTransferObstacle(reply.content.value, 'the result') ?? plainError(cause).message;
    post({ call, reply: await toErrorReply(uncloneableResult(blocking, why), []) });
  }
}

function uncloneableResult({ name, method }: BlockingTarget, why: string): Error {
  const what = method === undefined ? name : `${name}.${method}`;
  return new TypeError(`the result of ${what} cannot be cloned to another thread: ${why}`);
}
