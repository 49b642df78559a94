import cluster, { type Worker } from 'node:cluster';

/** Messages of Node's round-robin scheduling: a new connection for a worker, and the worker's acknowledgement. */
interface NodeClusterMessage {
  readonly act?: unknown;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Passes connections that were on their way to a dead worker to another worker. Otherwise, Node and these clients wait
 * forever for the dead worker's acknowledgement; `cluster.integration.test.ts` kills a worker while requests run. The
 * function has no effect if a later Node version uses other internal messages.
 */
export function releaseConnections(worker: Worker): void {
  const { process: child } = worker;
  const unanswered = new Set<number>();
  const send = child.send.bind(child) as (message: NodeClusterMessage, ...more: unknown[]) => boolean;
  const sendAndRecord = (message: NodeClusterMessage, ...more: unknown[]): boolean => {
    if (message.act === 'newconn' && message.seq !== undefined) unanswered.add(message.seq);
    return send(message, ...more);
  };
  child.send = sendAndRecord as typeof child.send;
  child.on('internalMessage', ({ ack }: NodeClusterMessage) => ack !== undefined && unanswered.delete(ack));
  child.on('exit', () => {
    // Node closes the listening socket with the last worker, so close the connection as well.
    const accepted = Object.keys(cluster.workers ?? {}).length === 0;
    for (const ack of unanswered) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted });
  });
}
