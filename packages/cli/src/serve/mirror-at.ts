/** Milliseconds that whoever listens there has to answer. */
const LIMIT = 2_000;

/** The length of a fingerprint with its newline. */
const LENGTH = '41';

/** The address of the demonstration mirror that answers at the origin; undefined when something else does, or nothing. */
export async function mirrorAt(origin: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(LIMIT);
    const response = await fetch(`${origin}/writ-mirror.fingerprint`, { signal, redirect: 'manual' });
    // Nothing is read of an answer that may have no end.
    if (!response.ok || response.headers.get('content-length') !== LENGTH) {
      await response.body?.cancel();
      return undefined;
    }
    return /^[0-9A-F]{40}\n$/.test(await response.text()) ? `${origin}/$repo/os/$arch` : undefined;
  } catch {
    return undefined;
  }
}
