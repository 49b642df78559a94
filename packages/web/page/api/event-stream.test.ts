import { describe, expect, it } from 'vitest';
import { eventReader } from './event-stream.ts';

describe('the event reader', () => {
  const events = [
    { id: '1', type: 'log', data: '{"text":"a"}' },
    { id: '2', type: 'message', data: 'two\nlines' },
  ];
  const wire =
    'id: 1\nevent: log\ndata: {"text":"a"}\n\n: heartbeat\n\nid: 2\r\ndata: two\r\ndata:lines\r\n\r\nid: 3\ndata: cut';

  it('parses events from chunks of any size', () => {
    expect(eventReader()(wire)).toEqual(events);
    const pieceByPiece = eventReader();
    expect([...wire].flatMap((piece) => pieceByPiece(piece))).toEqual(events);
  });
});
