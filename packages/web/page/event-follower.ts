import type { InstallEvent } from '../src/answers.ts';
import { eventReader } from './event-stream.ts';
import { Problem } from './problem.ts';
import { send } from './requests.ts';

/** Milliseconds of one task of the browser that events may take; painting and input come between two. */
const TASK_LIMIT = 25;
/** Milliseconds until the first attempt to connect again, and the most between two. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 10_000;

export interface EventFollower {
  /** Called with each event, from the first one on. */
  readonly onEvent: (event: InstallEvent) => void;
  /** Called with whether the page is connected. */
  readonly onConnection: (connected: boolean) => void;
}

/**
 * Follows an installation until its event of type `end`. When the connection breaks, it connects again and continues
 * after the last event.
 *
 * @throws {Problem} when the service refuses to give the events
 */
export async function followEvents(
  id: number,
  { onEvent, onConnection }: EventFollower,
  signal: AbortSignal,
): Promise<void> {
  let last = '';
  for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE)) {
    try {
      const headers: Record<string, string> = last === '' ? {} : { 'last-event-id': last };
      const response = await send(`/api/installs/${id}/events`, { headers, signal });
      onConnection(true);
      if (response.status === 204 || response.body === null) return;
      const read = eventReader();
      let since = performance.now();
      for await (const piece of readPieces(response.body)) {
        for (const event of read(piece)) {
          pause = FIRST_PAUSE;
          last = event.id;
          onEvent(JSON.parse(event.data) as InstallEvent);
          if (event.type === 'end') return;
          if (performance.now() - since < TASK_LIMIT) continue;
          await nextTask();
          if (signal.aborted) return;
          since = performance.now();
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.status < 500) throw error;
    }
    onConnection(false);
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}

/** Not every browser has `scheduler.yield`, which comes back before timers do. */
function nextTask(): Promise<unknown> {
  const { scheduler } = globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } };
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve);
    })
  );
}

async function* readPieces(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
