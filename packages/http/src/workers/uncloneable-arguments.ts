import type { WorkerCall } from '../contract/blocking.ts';
import { findTransferObstacle } from './transfer/transfer-obstacle.ts';

/** The name that messages use for the arguments. */
export const ARGUMENT_LIST = 'the list of arguments';

/** Creates the error for a call whose arguments cannot be cloned. */
export function uncloneableCall({ args }: WorkerCall, label: string, cause: unknown): TypeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return uncloneableArguments(label, findTransferObstacle(args.value, ARGUMENT_LIST) ?? reason);
}

export function uncloneableArguments(label: string, why: string): TypeError {
  return new TypeError(`the arguments of ${label} cannot be cloned to a worker thread: ${why}`);
}
