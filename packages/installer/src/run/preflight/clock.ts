import type { Diagnostic, Secret } from '@writ/diagnostics';
import { refusal } from '../../finding-codes.ts';
import { loginHeaders } from './login.ts';

/** Milliseconds. Nobody's clock is right to the second; signatures and certificates are made for years. */
const TOLERANCE = 60 * 60 * 1000;
const ANSWER_LIMIT = 4000;
/** A mirror whose own clock is wrong must not be the only one that is asked. */
const SAMPLE_SIZE = 3;

interface ClockOptions {
  readonly now?: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly secrets?: ReadonlyMap<string, Secret>;
}

/**
 * Whether this machine's clock is so far from every mirror's that valid signatures would count as expired, or as
 * not yet made. A mirror that does not answer says nothing, and neither does a folder.
 */
export async function checkClock(
  mirrors: readonly string[],
  { now = Date.now, signal, secrets = new Map() }: ClockOptions = {},
): Promise<Diagnostic | undefined> {
  const asked = mirrors.filter((mirror) => /^https?:/.test(mirror)).slice(0, SAMPLE_SIZE);
  const skews = await Promise.all(
    asked.map(async (mirror) => {
      const time = await readMirrorTime(mirror, signal, secrets);
      return time === undefined ? [] : [time - now()];
    }),
  );
  const [nearest] = skews.flat().toSorted((a, b) => Math.abs(a) - Math.abs(b));
  if (nearest === undefined || Math.abs(nearest) <= TOLERANCE) return undefined;
  const here = new Date(now()).toISOString();
  const there = new Date(now() + nearest).toISOString();
  return refusal(
    'clock-wrong',
    `the clock of this machine (${here}) differs from the mirror's (${there}): signatures cannot be verified`,
    {
      hint: 'set the clock, for example with timedatectl set-ntp true; if the mirror is wrong, pass another one with --mirror',
    },
  );
}

/** Milliseconds since 1970, undefined when the mirror does not tell. */
async function readMirrorTime(
  mirror: string,
  signal: AbortSignal | undefined,
  secrets: ReadonlyMap<string, Secret>,
): Promise<number | undefined> {
  const address = `${mirror.replaceAll('$repo', 'core').replaceAll('$arch', 'x86_64')}/core.db`;
  const limit = AbortSignal.timeout(ANSWER_LIMIT);
  try {
    const response = await fetch(address, {
      method: 'HEAD',
      headers: loginHeaders(mirror, secrets),
      // Whoever the mirror leads to must not get its login.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    const time = Date.parse(response.headers.get('date') ?? '');
    // What a cache on the way had kept, it had kept for so many seconds.
    const age = Number(response.headers.get('age') ?? 0);
    return Number.isNaN(time + age) ? undefined : time + age * 1000;
  } catch {
    return undefined;
  }
}
