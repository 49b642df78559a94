import type { ToolkitContext } from '../contract/toolkit-context.ts';
import { KnownClasses } from './known-classes.ts';
import { threadEntry, workerThreads } from './thread-entry.ts';
import { ARGUMENT_LIST } from './uncloneable-arguments.ts';
import { pack, type ThreadMessageData } from './transfer/pack.ts';
import { unpack } from './transfer/unpack.ts';

/** A call to an exported function. */
export interface ThreadCall {
  /** URL of the module that exports the function. The module must contain only definitions. */
  readonly module: string;
  /** The name under which the module exports the function. */
  readonly name: string;
  /** Plain data and AbortSignals. Each AbortSignal is replaced by one that follows `signal`. */
  readonly args: readonly unknown[];
  readonly signal: AbortSignal;
  /**
   * Number of milliseconds for which the function may continue after `signal` is aborted, before its thread is
   * terminated (default: only the time limit of the pool applies).
   */
  readonly cancelLimit?: number;
}

/**
 * Whether the runtime has worker threads and the entry file for threads exists. A bundle does not contain this file.
 */
export function hasThreads(): boolean {
  return workerThreads() !== undefined && threadEntry() !== undefined;
}

/**
 * Calls a function in one of the toolkit's worker threads, outside a route. Arguments and results are structured
 * clones. Calls with the same name share the pool like calls from the same route. Rejects with the function's error,
 * with the signal's reason, or with an `HttpError` with status 503 if the call waits or runs for too long.
 */
export async function callInThread(
  { workers }: Pick<ToolkitContext, 'workers'>,
  { module, name, args, signal, cancelLimit }: ThreadCall,
): Promise<unknown> {
  const known = new KnownClasses([], () => []);
  const signals = args.flatMap((arg, index) => (arg instanceof AbortSignal ? [index] : []));
  const plain = args.map((arg) => (arg instanceof AbortSignal ? undefined : arg));
  const packedArgs = await pack(plain, ARGUMENT_LIST, () => known);
  const call = { kind: 'call', blocking: { module, name }, args: packedArgs, signals, shared: true } as const;
  const { kind, content } = await workers.run(call, name, signal, cancelLimit);
  const value = await unpack(content as ThreadMessageData, known.find, `the result of ${name}`, false);
  if (kind === 'value') return value;
  throw value;
}
