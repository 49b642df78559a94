import { existsSync } from 'node:fs';

/** The part of `tools/mirror` that the commands use. Only a checkout contains this tool. */
export interface MirrorTool {
  /** Returns the Debian packages that a build needs and that are not installed. */
  missingTools(): string[];
  buildMirror(options: {
    readonly set: 'tiny';
    readonly log: (line: string) => void;
    readonly signal: AbortSignal;
  }): Promise<{ readonly root: string }>;
  serveMirror(
    root: string,
    options: { readonly host?: string; readonly port: number },
  ): Promise<MirrorServer>;
  /** Whether this user's build created the key with this fingerprint. */
  isPinned(fingerprint: string): Promise<boolean>;
}

export interface MirrorServer {
  readonly port: number;
  readonly origin: string;
  /** The address for `mirror-region`. */
  readonly address: string;
  close(): Promise<void>;
}

/** The reason why the demonstration mirror is not available outside of a checkout. */
export const CHECKOUT_ONLY =
  'it can only be built in a checkout of Writ, and this is an installed package; run writ demo-mirror in a checkout, or use another mirror in mirror-region';

const entry = new URL('../../../../tools/mirror/src/index.ts', import.meta.url);

/** Loads the tool; returns undefined outside of a checkout. */
export async function loadMirrorTool(): Promise<MirrorTool | undefined> {
  return existsSync(entry) ? ((await import(entry.href)) as MirrorTool) : undefined;
}
