/** How long the event loop of a process was occupied by one task. */
export interface Occupation {
  /** Milliseconds during which the loop ran no timer, including the time in which the processor ran other processes. */
  readonly elapsed: number;
  /** Milliseconds of processor time that the thread of the loop used during that time. */
  readonly processor: number;
}

/** Milliseconds between readings. */
const PAUSE = 5;

/** Returns a function that returns the longest occupation of this thread's event loop since its last call. */
export function probeLoop(): () => Occupation {
  let longest = { elapsed: 0, processor: 0 };
  let [time, processor] = [performance.now(), processorTime()];
  setInterval(() => {
    const now = performance.now();
    const used = processorTime();
    longest = {
      elapsed: Math.max(longest.elapsed, now - time - PAUSE),
      processor: Math.max(longest.processor, used - processor),
    };
    [time, processor] = [now, used];
  }, PAUSE).unref();
  return () => {
    const result = longest;
    longest = { elapsed: 0, processor: 0 };
    return result;
  };
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
