import cluster, { type Worker } from 'node:cluster';

/** What node's round robin sends to a worker with a connection, and what the worker answers. */
interface NodeClusterMessage {
  readonly act?: unknown;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Gives the connections that were on their way to a worker when it died to another one. Node waits for the dead one's
 * answer for ever, and with it each such client: `cluster.integration.test.ts` kills a worker while requests run. When node's own
 * messages look otherwise one day, nothing is done here.
 */
export function releaseConnections(worker: Worker): void {
  const { process: child } = worker;
  const unanswered = new Set<number>();
  const send = child.send.bind(child) as (message: NodeClusterMessage, ...more: unknown[]) => boolean;
  const watched = (message: NodeClusterMessage, ...more: unknown[]): boolean => {
    if (message.act === 'newconn' && message.seq !== undefined) unanswered.add(message.seq);
    return send(message, ...more);
  };
  child.send = watched as typeof child.send;
  child.on('internalMessage', ({ ack }: NodeClusterMessage) => ack !== undefined && unanswered.delete(ack));
  child.on('exit', () => {
    // The last worker's listening socket is closed with it: then the connection is closed, too.
    const accepted = Object.keys(cluster.workers ?? {}).length === 0;
    for (const ack of unanswered) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted });
  });
}
