import type { TransportName } from '@writ/http';
import { reportReady } from './probe.ts';
import { router } from './writ-router.ts';

/** Starts the `writ` server with a transport. */
export async function serveWrit(transport: TransportName): Promise<void> {
  const server = router.toolkit.createServer(router, { transport });
  await server.listen(0, '127.0.0.1');
  reportReady(server.node.address());
}
