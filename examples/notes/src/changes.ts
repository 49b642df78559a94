import { EventEmitter, on } from 'node:events';
import type { ServerSentEvent } from '@writ/annotations';
import type { Note } from './note-store.ts';

/** Publishes changes to notes to the event streams. */
export class Changes {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  publish(event: 'added' | 'changed' | 'removed', note: Pick<Note, 'id' | 'title'>): void {
    this.#emitter.emit('change', { event, data: { id: note.id, title: note.title } });
  }

  /** Yields future changes until the signal aborts. */
  async *listen(signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    try {
      for await (const [change] of on(this.#emitter, 'change', { signal })) yield change as ServerSentEvent;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
