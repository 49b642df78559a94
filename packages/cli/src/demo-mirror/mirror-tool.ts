import { existsSync } from 'node:fs';

/** What the commands need of `tools/mirror`, which a checkout has and no package. */
export interface MirrorTool {
  /** The Debian packages that a build needs and that this machine lacks. */
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
  /** Whether a build of this user made the key with this fingerprint. */
  isPinned(fingerprint: string): Promise<boolean>;
}

export interface MirrorServer {
  readonly port: number;
  readonly origin: string;
  /** As `mirror-region` takes it. */
  readonly address: string;
  close(): Promise<void>;
}

/** Why there is no demonstration mirror outside of a checkout. */
export const CHECKOUT_ONLY =
  'only a checkout of Writ builds one, and this is an installed package; run writ demo-mirror in a checkout, or name another mirror in mirror-region';

const entry = new URL('../../../../tools/mirror/src/index.ts', import.meta.url);

/** Undefined outside of a checkout. */
export async function loadMirrorTool(): Promise<MirrorTool | undefined> {
  return existsSync(entry) ? ((await import(entry.href)) as MirrorTool) : undefined;
}
