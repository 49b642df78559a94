import { phrase, type Diagnostic, type Secret } from '@writ/diagnostics';
import { refusal } from '../../finding-codes.ts';
import { loginHeaders } from './login.ts';
import { term } from '../../terms.ts';

/**
 * Tolerance in milliseconds. Clocks are never exact, and a small difference does not matter, because
 * signatures and certificates are valid for years.
 */
const TOLERANCE = 60 * 60 * 1000;
const ANSWER_LIMIT = 4000;
/** Number of mirrors to query. A single mirror is not enough, because its clock may be wrong. */
const SAMPLE_SIZE = 3;

interface ClockOptions {
  readonly now?: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly secrets?: ReadonlyMap<string, Secret>;
}

/**
 * Compares this machine's clock with the mirrors' clocks. Returns a finding if even the nearest one differs by
 * more than an hour, because valid signatures would be rejected as expired or not yet valid. Unreachable
 * mirrors and local folders are ignored.
 */
export async function checkClock(
  mirrors: readonly string[],
  { now = Date.now, signal, secrets = new Map() }: ClockOptions = {},
): Promise<Diagnostic | undefined> {
  const queried = mirrors.filter((mirror) => /^https?:/.test(mirror)).slice(0, SAMPLE_SIZE);
  const skews = await Promise.all(
    queried.map(async (mirror) => {
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
    `this machine's clock (${here}) differs from the mirror's (${there}), so signatures cannot be verified`,
    {
      hint: phrase`set the clock, for example with timedatectl set-ntp true; if the mirror is wrong, pass another one with ${term('mirror')}`,
    },
  );
}

/** Returns the mirror's time in milliseconds since 1970; undefined if the mirror does not respond with a time. */
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
      // The target of a redirect must not receive the user name and password.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    const time = Date.parse(response.headers.get('date') ?? '');
    // Age of a cached response in seconds.
    const age = Number(response.headers.get('age') ?? 0);
    return Number.isNaN(time + age) ? undefined : time + age * 1000;
  } catch {
    return undefined;
  }
}
