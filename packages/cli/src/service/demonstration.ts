import {
  loadMirrorTool,
  CHECKOUT_ONLY,
  type MirrorServer,
  type MirrorTool,
} from '../demo-mirror/mirror-tool.ts';

/** The state of the demonstration mirror. */
export interface Demonstration {
  /** The address with `$repo` and `$arch`; absent if the mirror is not served. */
  readonly address?: string;
  /** Notices about why the mirror is not served. */
  readonly notices: readonly string[];
  /** The current step while it is being built. */
  readonly preparing?: string;
  close?(): Promise<void>;
}

/** The state without a demonstration mirror. */
export const NO_DEMONSTRATION: Demonstration = { notices: [] };

/**
 * The port in the repository's example. If the mirror uses another port, the example on the page contains that port.
 */
const USUAL_PORT = 7879;

/**
 * Builds the demonstration mirror if it is not in the cache, and serves it on the loopback interface. A failure becomes
 * a notice, because checking, planning and installing from other mirrors work without this mirror.
 *
 * @param load loads the tool that builds the mirror
 */
export async function startDemonstration(
  signal: AbortSignal,
  log: (line: string) => void,
  load: () => Promise<MirrorTool | undefined> = loadMirrorTool,
): Promise<Demonstration> {
  try {
    const tool = await load();
    if (tool === undefined) return unavailableDemonstration(CHECKOUT_ONLY);
    const missing = tool.missingTools();
    if (missing.length > 0) {
      return unavailableDemonstration(`Debian packages are missing (${missing.join(' ')})`);
    }
    const { root } = await tool.buildMirror({ set: 'tiny', log, signal });
    const server = await serveAtFreePort(tool, root, USUAL_PORT);
    const taken = server.port === USUAL_PORT ? '' : `, because port ${USUAL_PORT} is in use`;
    // Without an address, which could be mistaken for the page's.
    log(`the demonstration mirror is ready on port ${server.port}${taken}`);
    return { address: server.address, notices: [], close: () => server.close() };
  } catch (error) {
    if (signal.aborted) return { notices: [] };
    return unavailableDemonstration((error as Error).message);
  }
}

/**
 * Returns the state of the demonstration mirror while it is being built.
 *
 * @param step the current step
 */
export function preparingDemonstration(step: string): Demonstration {
  return { notices: [], preparing: `The demonstration mirror is being built: ${step}` };
}

function unavailableDemonstration(reason: string): Demonstration {
  return { notices: [`The demonstration mirror is not available: ${reason}`] };
}

/**
 * Serves the mirror on the port or on the first free one of the next nine ports, or else on any free port. The address
 * is then usually the same after a restart, so an installation from this mirror can be resumed.
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
