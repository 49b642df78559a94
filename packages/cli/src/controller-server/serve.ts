import { StartupError, Toolkit, type ServerAddress, type Server } from '@writ/http';
import { readSource } from '@writ/diagnostics/internal';
import { serveOpenapi } from '@writ/http/openapi';
import { exitStatus } from '../process/exit-status.ts';
import { renderAbortedRequest } from './aborted-request.ts';
import { describeListenError } from './listen-error.ts';
import { loadRouter, type LoadedRouter } from './load-router.ts';
import { documentInfo } from './document-info.ts';
import { resolvePrefixes } from './resolve-prefixes.ts';
import type { ServingOptions } from './serving-options.ts';
import { createStartupLog } from './startup-log.ts';
import { DRAIN_LIMIT } from './stop-limits.ts';
import { printFindings } from '../printing/print-findings.ts';
import { printMessage } from '../process/standard-error.ts';

/** Callbacks of a server's start and shutdown. */
export interface ServeCallbacks {
  /** Called before the start hooks run; the returned promise resolves when the server should shut down. */
  onStarting(): Promise<void>;
  /** Called when the server listens. */
  onStarted(loaded: LoadedRouter, address: ServerAddress): void;
  /** Called when the server rejects new requests; requests in flight finish. */
  onClosing?(): void;
}

/** Serves the controllers in this process until shutdown, and returns the exit status. */
export async function serve(options: ServingOptions, callbacks: ServeCallbacks): Promise<number> {
  const { prefixes, host, port, openapi, transport, diagnostics } = options;
  const { unhandledRejections, validateResponses } = options;
  const log = diagnostics ? createStartupLog() : undefined;
  const toolkit = new Toolkit({
    unhandledRejections,
    validateResponses,
    ...(log !== undefined && { logger: log.logger }),
  });
  const loaded = await loadRouter(resolvePrefixes(prefixes), toolkit, diagnostics);
  if (loaded === undefined) return exitStatus.findings;
  if (openapi) serveOpenapi(loaded.router, { info: documentInfo(loaded.name), reference: true });
  if (log !== undefined) {
    loaded.router.build();
    log.endStartup();
  }
  const server = loaded.router.toolkit.createServer(loaded.router, {
    ...(transport !== undefined && { transport }),
  });
  // Modules are loaded with the default behaviour of signals: an import may never end.
  let isStopped = false;
  const stopped = callbacks.onStarting().then(() => {
    isStopped = true;
    return undefined;
  });
  const listening = server.listen(port, host);
  try {
    const address = await Promise.race([listening, stopped]);
    if (address !== undefined) {
      callbacks.onStarted(loaded, address);
      await stopped;
    }
    // During the start, this waits for the start hooks, and then runs the stop hooks.
    await drainRequests(server, () => callbacks.onClosing?.());
    await listening;
  } catch (error) {
    // Runs the stop hooks, unless they have run.
    await server.close({ timeout: 0 });
    if (error instanceof StartupError) {
      printFindings(error.diagnostics, readSource);
      printMessage('no routes are being served');
      return exitStatus.findings;
    }
    // The server was closed before it could listen.
    if (isStopped) return exitStatus.done;
    printMessage(describeListenError({ host, port }, error));
    return exitStatus.usage;
  }
  return exitStatus.done;
}

async function drainRequests(server: Server, onClosing: () => void): Promise<void> {
  const closed = server.close({ timeout: DRAIN_LIMIT });
  onClosing();
  const { aborted } = await closed;
  for (const each of aborted) printMessage(renderAbortedRequest(each));
}

/**
 * Returns a summary such as `serving 3 routes from app.pages`, which does not count the routes of the OpenAPI
 * document.
 */
export function summarizeRoutes({ router, name }: LoadedRouter): string {
  const count = router.table().filter(({ from }) => from === name).length;
  return `serving ${count} route${count === 1 ? '' : 's'} from ${name.replace(/^controllers /, '')}`;
}
