/** What the mirrors of a download must give together. */
export interface MinimumRate {
  /** Bytes a second; 0 lets every mirror be as slow as it is. */
  readonly bytes: number;
  /** Seconds over which they are counted. */
  readonly seconds: number;
}

/** Half of what a slow telephone line gives: who is below that hangs. */
export const defaultMinimumRate: MinimumRate = { bytes: 50_000, seconds: 60 };

interface Sample {
  /** Milliseconds. */
  readonly time: number;
  readonly bytes: number;
}

/**
 * Watches a download: tells for how much has arrived by now whether too little of it came in the last seconds.
 * Never before so many seconds have gone by.
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
    // One that is as old as the window, or older, is what the newest is compared with.
    while (samples.length > 1 && samples[1]!.time <= time - length) samples.shift();
    const [first] = samples;
    return first !== undefined && first.time <= time - length && arrived - first.bytes < least * seconds;
  };
}

/** `50 kB a second over 60 s`. */
export function formatRate({ bytes, seconds }: MinimumRate): string {
  const [size, unit] =
    bytes >= 1_000_000 ? [bytes / 1_000_000, 'MB'] : bytes >= 1000 ? [bytes / 1000, 'kB'] : [bytes, 'bytes'];
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit} a second over ${seconds} s`;
}
