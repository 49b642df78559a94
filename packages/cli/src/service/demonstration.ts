import {
  loadMirrorTool,
  CHECKOUT_ONLY,
  type MirrorServer,
  type MirrorTool,
} from '../demo-mirror/mirror-tool.ts';

/** The demonstration mirror as far as it came. */
export interface Demonstration {
  /** With `$repo` and `$arch`; absent when it is not served. */
  readonly address?: string;
  /** What a person should know: why it is not served. */
  readonly notices: readonly string[];
  /** How far the building is, while it is built. */
  readonly preparing?: string;
  close?(): Promise<void>;
}

/** Where the example of the repository expects it; another port serves as well, the page's example names it. */
const USUAL_PORT = 7879;

/**
 * Builds the demonstration mirror when it is not in the cache, and serves it on the loopback. What is missing for that
 * is told in the notices: checking, planning and installing from other mirrors work without it.
 */
export async function startDemonstration(
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Demonstration> {
  try {
    const tool = await loadMirrorTool();
    if (tool === undefined) return unavailableDemonstration(CHECKOUT_ONLY);
    const missing = tool.missingTools();
    if (missing.length > 0) {
      return unavailableDemonstration(`these Debian packages are missing: ${missing.join(' ')}`);
    }
    const { root } = await tool.buildMirror({ set: 'tiny', log, signal });
    const server = await serveAtFreePort(tool, root, USUAL_PORT);
    const taken = server.port === USUAL_PORT ? '' : ` (port ${USUAL_PORT} is taken)`;
    log(`the demonstration mirror is served at ${server.origin}${taken}`);
    return { address: server.address, notices: [], close: () => server.close() };
  } catch (error) {
    if (signal.aborted) return { notices: [] };
    return unavailableDemonstration((error as Error).message);
  }
}

/** @param step what is done for it now */
export function preparingDemonstration(step: string): Demonstration {
  return { notices: [], preparing: `The demonstration mirror is being built: ${step}` };
}

function unavailableDemonstration(reason: string): Demonstration {
  return { notices: [`There is no demonstration mirror: ${reason}`] };
}

/**
 * Serves at the port, or at the next free one: the same at every start, most likely, so that an installation from it
 * can be resumed after one.
 */
async function serveAtFreePort(
  { serveMirror }: MirrorTool,
  root: string,
  port: number,
): Promise<MirrorServer> {
  for (let tried = port; tried < port + 10; tried += 1) {
    try {
      return await serveMirror(root, { port: tried });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return serveMirror(root, { port: 0 });
}
