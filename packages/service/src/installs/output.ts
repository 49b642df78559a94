import type { InstallEvent } from '@writ/installer';
import type { Store } from '../store/store.ts';
import type { InstallOutcome } from '../records/install.ts';

const BATCH_SIZE = 500;

/** Yields the recorded output of an installation line by line. */
export function* readOutput(store: Store, id: number): Generator<string, void, undefined> {
  let after = 0;
  for (;;) {
    const events = store.events(id, after, BATCH_SIZE);
    if (events.length === 0) return;
    yield events.map(({ data }) => renderEvent(JSON.parse(data) as RecordedEvent)).join('');
    after = events.at(-1)!.number;
  }
}

type RecordedEvent = InstallEvent | ({ readonly type: 'end' } & InstallOutcome);

function renderEvent(event: RecordedEvent): string {
  switch (event.type) {
    case 'start':
      return `${event.title}\n`;
    case 'log':
      return `${event.text}\n`;
    case 'failure':
      return `${event.message}\n${event.next}\n`;
    case 'end':
      return `${event.state}\n`;
    default:
      return '';
  }
}
