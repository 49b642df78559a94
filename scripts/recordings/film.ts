import type { Frame } from './picture.ts';

/** Minimum and maximum number of seconds between frames, which leave time for reading without long waits. */
const MIN_PAUSE = 0.25;
const MAX_PAUSE = 1.5;

/** Drops frames that are displayed too briefly to read, and shortens long waits. */
export function paceFrames(seen: readonly Frame[]): readonly Frame[] {
  const frames: Frame[] = [];
  let at = 0;
  let last = 0;
  for (const [index, frame] of seen.entries()) {
    const next = seen[index + 1];
    if (next !== undefined && next.at - frame.at < MIN_PAUSE && index > 0) continue;
    if (frames.length > 0) at += Math.min(MAX_PAUSE, Math.max(MIN_PAUSE, frame.at - last));
    last = frame.at;
    frames.push({ at, rows: frame.rows });
  }
  return frames;
}

/** Returns only the last frame, as a still image. */
export function lastFrame(frames: readonly Frame[]): readonly Frame[] {
  return frames.slice(-1).map(({ rows }) => ({ at: 0, rows }));
}
