import { describe, expect, it } from 'vitest';
import { NAMED_STREAMS } from './named-streams.ts';
import { parseWithNode } from './node-parser.ts';
import { splitAtEveryByte } from './stream.ts';

describe('the node:http parser recognizes the same requests if the stream arrives byte by byte', () => {
  it.for(NAMED_STREAMS)('$name', ({ bytes }) => {
    const { requests, refusal } = parseWithNode([bytes]);
    expect(parseWithNode(splitAtEveryByte(bytes))).toMatchObject({ requests, refusal });
  });
});
