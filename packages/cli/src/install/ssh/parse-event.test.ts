import { expect, it } from 'vitest';
import { parseEvent } from './parse-event.ts';

it('a line with an event is parsed', () => {
  expect(parseEvent('{"type":"log","text":"one"}')).toEqual({ type: 'log', text: 'one' });
});

it.each(['', 'Welcome to the rescue system', 'null', '7', '[]', '{"type":7}', '{}'])(
  'other output of the host is not an event: %j',
  (line) => expect(parseEvent(line)).toBeUndefined(),
);
