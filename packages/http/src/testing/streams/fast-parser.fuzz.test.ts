import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWithFast, type CommonCounts } from './fast-parser.ts';
import { NAMED_STREAMS } from './named-streams.ts';
import { parseWithNode } from './node-parser.ts';
import { classifyDifference, compareParsers, type ComparedParsers } from './parser-comparison.ts';
import { PARSER_DIFFERENCES } from './parser-differences.ts';
import { splitAtEveryByte } from './stream.ts';

const { numRuns = 100, seed = Date.now() } = fc.readConfigureGlobal();
const parsers: ComparedParsers = {
  reference: (parts) => parseWithNode(parts),
  parser: (parts) => parseWithFast(parts),
  allowed: PARSER_DIFFERENCES,
};

/** Number of streams for each configured run. A stream takes only microseconds. */
const STREAMS_PER_RUN = 500;

it(
  'the fast parser recognizes the same requests as the node:http parser',
  { timeout: 120_000 + numRuns * 2_000 },
  async ({ annotate }) => {
    const common: CommonCounts = { streams: 0, requests: 0, repeated: 0 };
    const count = numRuns * STREAMS_PER_RUN;
    const { differences, accepted, ...counts } = await compareParsers(seed, count, {
      ...parsers,
      parser: (parts) => parseWithFast(parts, common),
    });
    const { allowed, ...numbers } = counts;
    await annotate(JSON.stringify({ accepted, ...numbers, common, allowed: Object.fromEntries(allowed) }));
    expect(differences).toEqual([]);
    expect(accepted).toBeGreaterThan(count * 0.25);
    // The comparison covers both ways of parsing.
    expect(common.streams).toBeGreaterThan(count * 0.1);
    expect(common.repeated).toBeGreaterThan(count * 0.01);
    expect(counts.requests - common.requests).toBeGreaterThan(count * 0.25);
  },
);

describe('the fast parser recognizes the same requests in a named stream as the node:http parser', () => {
  it.for(NAMED_STREAMS)('$name', ({ bytes }) => {
    const allowed = PARSER_DIFFERENCES.map(({ name }) => name);
    for (const parts of [[bytes], splitAtEveryByte(bytes)])
      expect([undefined, ...allowed]).toContain(classifyDifference(parts, parsers));
  });
});

describe('the example of an allowed difference between the parsers matches only this difference', () => {
  it.for(PARSER_DIFFERENCES)('$name', (difference) => {
    const parts = [Buffer.from(difference.example, 'latin1')];
    expect(classifyDifference(parts, parsers)).toBe(difference.name);
    const others = PARSER_DIFFERENCES.filter((each) => each !== difference);
    expect(classifyDifference(parts, { ...parsers, allowed: others })).toBe('other');
  });
});
