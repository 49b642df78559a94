import { describe, expect, it } from 'vitest';
import { parseWithNode } from '../node-parser.ts';
import { SMUGGLING } from './cases.ts';
import { splitAtEveryByte } from '../stream.ts';

describe('the node:http parser splits the stream into the listed requests', () => {
  it.for(SMUGGLING)('$name', ({ bytes, targets, refusal }) => {
    const whole = Buffer.from(bytes, 'latin1');
    for (const parts of [[whole], splitAtEveryByte(whole)]) {
      const stream = parseWithNode(parts);
      const complete = stream.requests.filter((request) => request.complete);
      expect(complete.map((request) => request.target)).toEqual(targets);
      expect(stream.refusal).toBe(refusal);
    }
  });
});

it('every case has a unique name', () => {
  expect(new Set(SMUGGLING.map(({ name }) => name)).size).toBe(SMUGGLING.length);
});
