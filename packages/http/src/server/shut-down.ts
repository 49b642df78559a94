import { withTimeout } from '@writ/diagnostics/internal';
import type { BackgroundTasks } from '../contract/background-tasks.ts';
import type { Backend } from './backend.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ServedHooks } from './servable.ts';
import type { CloseReport } from './server-types.ts';
import type { Upgrades } from './upgrade/upgrades.ts';

const SHUTDOWN_ERROR = new Error('the server is shutting down');

/** Time limit in milliseconds for aborted requests, and the least time that background tasks have after them. */
const GRACE_MS = 500;

/** The parts of a server that a shutdown involves. */
export interface ServerParts {
  readonly backend: Backend;
  readonly lifecycle: Lifecycle;
  readonly upgrades: Upgrades;
  readonly background: BackgroundTasks;
  readonly hooks: ServedHooks;
}

/** Implements `Server.close`. */
export async function shutDown(
  { backend, lifecycle, upgrades, background, hooks }: ServerParts,
  timeout: number,
): Promise<CloseReport> {
  const end = performance.now() + timeout;
  lifecycle.closing = true;
  const before = lifecycle.inFlight();
  const closed = new Promise<void>((resolve) => backend.node.close(() => resolve()));
  backend.closeIdleConnections();
  upgrades.announceClose();
  for (const { exchange } of before) if (exchange?.isEventStream) exchange.cancel(SHUTDOWN_ERROR);
  await withTimeout(closed, timeout, () => {});
  const overdue = lifecycle.inFlight();
  const aborted = overdue.map(({ method, exchange, since }) => ({
    method,
    path: exchange!.request.path,
    age: Math.round(performance.now() - since),
  }));
  const upgraded = upgrades.list();
  if (overdue.length > 0) {
    for (const { exchange } of overdue) exchange?.cancel(SHUTDOWN_ERROR);
    await withTimeout(closed, GRACE_MS, () => {});
  }
  upgrades.closeAll();
  backend.closeAllConnections();
  await closed;
  const remainingTime = Math.max(overdue.length > 0 ? GRACE_MS : 0, end - performance.now());
  const unfinished = await background.settle(remainingTime);
  await hooks.leave(backend.node);
  return {
    finished: before.filter((transport) => !overdue.includes(transport)).length,
    aborted: [...aborted, ...upgraded],
    unfinished,
  };
}
