import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import type { Blocking, WorkerCall } from '../contract/blocking.ts';
import { routeName } from '../report/findings.ts';
import { NotTransferable, pack, type ThreadMessageData } from './transfer/pack.ts';
import { unpack } from './transfer/unpack.ts';
import { KnownClasses } from './known-classes.ts';
import { ARGUMENT_LIST, uncloneableArguments } from './uncloneable-arguments.ts';

/**
 * Wraps the handler of a route so that it runs in a worker thread. The first argument of the returned function is the
 * exchange. `shared` is true if other routes also use the threads. `named` returns the classes that are found only by
 * name: those to which the route and the registered writers and exception handlers refer.
 */
export function remoteHandler(
  route: Route,
  { classes = [], ...blocking }: Blocking,
  shared: boolean,
  named: () => Iterable<Function>,
): (exchange: Exchange, ...args: unknown[]) => Promise<unknown> {
  const label = routeName(route);
  const known = new KnownClasses(classes, named);
  return async ({ signal, toolkit }, ...args) => {
    const signals = args.flatMap((arg, index) => (arg instanceof AbortSignal ? [index] : []));
    const plain =
      signals.length === 0 ? args : args.map((arg) => (arg instanceof AbortSignal ? undefined : arg));
    const packedArgs = await packArguments(plain, known, label);
    const call: WorkerCall = { kind: 'call', blocking, args: packedArgs, signals, shared };
    const { kind, content, omitted } = await toolkit.workers.run(call, label, signal);
    const value = await unpack(content as ThreadMessageData, known.find, `the result of ${label}`, false);
    if (kind === 'value') return value;
    if (omitted.length > 0) {
      toolkit.logger.warn(
        { route: label, error: value, omitted },
        'parts of an error could not be transferred from a worker thread',
      );
    }
    throw value;
  };
}

async function packArguments(
  args: readonly unknown[],
  known: KnownClasses,
  label: string,
): Promise<ThreadMessageData> {
  try {
    return await pack(args, ARGUMENT_LIST, () => known);
  } catch (error) {
    throw error instanceof NotTransferable ? uncloneableArguments(label, error.message) : error;
  }
}
