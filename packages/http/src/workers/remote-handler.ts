import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import { nameOf } from '../report/findings.ts';
import type { Blocking } from '../contract/blocking.ts';

/** Calls the route's handler in a worker thread, `shared` with other routes. Its first argument is the exchange. */
export function remoteHandler(
  route: Route,
  blocking: Blocking,
  shared: boolean,
): (exchange: Exchange, ...args: unknown[]) => Promise<unknown> {
  const label = nameOf(route);
  return ({ signal, toolkit }, ...args) => {
    const signals = args.flatMap((arg, index) => (arg instanceof AbortSignal ? [index] : []));
    const plain =
      signals.length === 0 ? args : args.map((arg) => (arg instanceof AbortSignal ? undefined : arg));
    return toolkit.workers.run({ kind: 'call', blocking, args: plain, signals, shared }, label, signal);
  };
}
