import { Toolkit, type ServerAddress, type Server } from '@writ/http';
import { serveOpenapi } from '@writ/http/openapi';
import { exitStatus } from '../process/exit-status.ts';
import { renderAbortedRequest } from './aborted-request.ts';
import { describeListenError } from './listen-error.ts';
import { loadRouter, type LoadedRouter } from './load-router.ts';
import { documentInfo } from './document-info.ts';
import type { ServingOptions } from './serving-options.ts';

/** Milliseconds that requests in flight may take once the end was asked for. */
export const DRAIN_LIMIT = 10_000;

/** What is told once everything is ready, and who tells when it shall end. */
export interface ServeCallbacks {
  /** Called when it listens; what it gives resolves when it shall end. */
  onStarted(loaded: LoadedRouter, address: ServerAddress): Promise<void>;
  /** It takes no more requests; those in flight finish. */
  onClosing?(): void;
}

/** Serves the controllers in this process until it is told to end. Gives the exit status. */
export async function serve(
  { prefixes, host, port, openapi, unhandledRejections }: ServingOptions,
  occasion: ServeCallbacks,
): Promise<number> {
  const loaded = await loadRouter(prefixes, new Toolkit({ unhandledRejections }));
  if (loaded === undefined) return exitStatus.findings;
  if (openapi) serveOpenapi(loaded.router, { info: documentInfo(loaded.name), reference: true });
  const server = loaded.router.toolkit.createServer(loaded.router);
  let address: ServerAddress;
  try {
    address = await server.listen(port, host);
  } catch (error) {
    process.stderr.write(`writ: ${describeListenError({ host, port }, error)}\n`);
    return exitStatus.usage;
  }
  await occasion.onStarted(loaded, address);
  await drain(server, () => occasion.onClosing?.());
  return exitStatus.done;
}

async function drain(server: Server, ending: () => void): Promise<void> {
  const closed = server.close({ timeout: DRAIN_LIMIT });
  ending();
  const { aborted } = await closed;
  for (const each of aborted) process.stderr.write(renderAbortedRequest(each));
}

/** `3 routes of controllers app.pages`; those that describe them are not counted. */
export function summarizeRoutes({ router, name }: LoadedRouter): string {
  const count = router.table().filter(({ from }) => from === name).length;
  return `${count} route${count === 1 ? '' : 's'} of ${name}`;
}
