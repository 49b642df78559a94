/** Milliseconds for an answer. */
const LIMIT = 2_000;

/** The length of a fingerprint with its newline. */
const LENGTH = '41';

/** A demonstration mirror that is served already. */
export interface ServedMirror {
  /** As `mirror-region` takes it. */
  readonly address: string;
  /** Of the key that it shows. */
  readonly fingerprint: string;
}

/** The demonstration mirror that answers at the origin; undefined when something else does, or nothing. */
export async function findServedMirror(origin: string): Promise<ServedMirror | undefined> {
  try {
    const signal = AbortSignal.timeout(LIMIT);
    const response = await fetch(`${origin}/writ-mirror.fingerprint`, { signal, redirect: 'manual' });
    // Nothing is read of an answer that may have no end.
    if (!response.ok || response.headers.get('content-length') !== LENGTH) {
      await response.body?.cancel();
      return undefined;
    }
    const [fingerprint] = /^[0-9A-F]{40}(?=\n$)/.exec(await response.text()) ?? [];
    return fingerprint === undefined ? undefined : { address: `${origin}/$repo/os/$arch`, fingerprint };
  } catch {
    return undefined;
  }
}
