/** A server-sent event. */
export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/**
 * Parses server-sent events incrementally (`EventSource` cannot send the Authorization header).
 *
 * @returns a function that accepts a piece of the stream and returns the events that it completes
 */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = '';
  let id = '';
  let type = '';
  let data: string[] = [];
  return (piece) => {
    const events: StreamEvent[] = [];
    const lines = (rest + piece).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ id, type: type || 'message', data: data.join('\n') });
        type = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const name = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'data') data.push(value);
      else if (name === 'event') type = value;
      else if (name === 'id') id = value;
    }
    return events;
  };
}
