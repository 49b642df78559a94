import type { InstallEvent } from '@writ/installer';
import type { Store } from '../store/store.ts';
import type { InstallOutcome } from '../records/install.ts';

const BATCH_SIZE = 500;

/** Yields the recorded output of an installation in parts, each with the lines of several events. */
export async function* readOutput(store: Store, id: number): AsyncGenerator<string, void, undefined> {
  const running = new Set<string>();
  let after = 0;
  for (;;) {
    const events = await store.events(id, after, BATCH_SIZE);
    if (events.length === 0) return;
    yield events.map(({ data }) => renderEvent(JSON.parse(data) as RecordedEvent, running)).join('');
    after = events.at(-1)!.number;
  }
}

type RecordedEvent = InstallEvent | ({ readonly type: 'end' } & InstallOutcome);

/** @param running IDs of the running steps, without the installation itself; this function updates them */
function renderEvent(event: RecordedEvent, running: Set<string>): string {
  switch (event.type) {
    case 'start':
      if (event.parent !== undefined) running.add(event.id);
      return `${event.title}\n`;
    case 'finish':
      running.delete(event.id);
      return '';
    case 'log':
      return running.size > 1 ? `${event.id}: ${event.text}\n` : `${event.text}\n`;
    case 'failure':
      return `${event.message}\n${event.next}\n`;
    case 'end':
      return `${event.state}\n`;
    default:
      return '';
  }
}
