/** Milliseconds to wait for the response. */
const LIMIT = 2_000;

/** The length of a fingerprint and its line break. */
const LENGTH = '41';

/** A demonstration mirror that is already served. */
export interface ServedMirror {
  /** The address for `mirror-region`. */
  readonly address: string;
  /** The fingerprint of its key. */
  readonly fingerprint: string;
}

/** Finds the demonstration mirror at an origin; undefined if there is none. */
export async function findServedMirror(origin: string): Promise<ServedMirror | undefined> {
  try {
    const signal = AbortSignal.timeout(LIMIT);
    const response = await fetch(`${origin}/writ-mirror.fingerprint`, { signal, redirect: 'manual' });
    // Do not read a body with a different length, because it may be endless.
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
