/** The minimum rate of a download. */
export interface MinimumRate {
  /** Rate in bytes per second; 0 disables the limit. */
  readonly bytes: number;
  /** Length in seconds of the window over which the rate is measured. */
  readonly seconds: number;
}

/** About half the rate of a slow DSL line. */
export const defaultMinimumRate: MinimumRate = { bytes: 50_000, seconds: 60 };

interface Sample {
  /** Milliseconds. */
  readonly time: number;
  readonly bytes: number;
}

/**
 * Watches a download. The returned function accepts the number of bytes received so far, and returns true if
 * too few bytes arrived within the window. Until the first window has passed, it returns false.
 */
export function createRateWatch(
  { bytes: least, seconds }: MinimumRate,
  now: () => number = () => performance.now(),
): (arrived: number) => boolean {
  const length = seconds * 1000;
  const samples: Sample[] = [];
  return (arrived) => {
    const time = now();
    samples.push({ time, bytes: arrived });
    // Compare with the newest sample that is at least as old as the window.
    while (samples.length > 1 && samples[1]!.time <= time - length) samples.shift();
    const [first] = samples;
    return first !== undefined && first.time <= time - length && arrived - first.bytes < least * seconds;
  };
}

/** Formats a rate such as `50 kB/s over 60 s`. */
export function formatRate({ bytes, seconds }: MinimumRate): string {
  const [size, unit] =
    bytes >= 1_000_000 ? [bytes / 1_000_000, 'MB'] : bytes >= 1000 ? [bytes / 1000, 'kB'] : [bytes, 'bytes'];
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}/s over ${seconds} s`;
}
