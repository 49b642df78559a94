import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWithNode } from './node-parser.ts';
import type { ParsedStream, StreamParser } from './parsed-stream.ts';
import { compareParsers } from './parser-comparison.ts';

const reference: StreamParser = (parts) => parseWithNode(parts);
const { numRuns = 100, seed = Date.now() } = fc.readConfigureGlobal();

describe('compareParsers', () => {
  it('generates enough accepted, refused and upgraded streams', async () => {
    const count = 4_000;
    const result = await compareParsers(seed, count, { reference, parser: reference });
    expect(result.differences).toEqual([]);
    expect(result.accepted).toBeGreaterThan(count * 0.25);
    expect(result.refused).toBeGreaterThan(count * 0.4);
    expect(result.upgraded).toBeGreaterThan(count * 0.02);
    expect(result.requests).toBeGreaterThan(count * 0.8);
    // Streams without mutations are refused only if they exceed a limit.
    expect(result.valid).toBeGreaterThan(count * 0.15);
    expect(result.validAccepted).toBeGreaterThan(result.valid * 0.97);
  });

  it.for<[string, StreamParser]>([
    ['accepts the same requests as insecureHTTPParser', (parts) => parseWithNode(parts, { lenient: true })],
    ['loses the end of a body that arrives in several parts', losesBody],
    ['ignores that the last request is incomplete', ignoresEnd],
    ['answers requests after Connection: close', continuesAfterClose],
    ['joins two requests', joinsRequests],
  ])('detects a parser that %s', async ([, parser]) => {
    const { differences } = await compareParsers(seed, numRuns * 100, { reference, parser });
    expect(differences.length).toBeGreaterThan(0);
  });

  it('shortens the streams for which the parsers differ', async () => {
    const { differences } = await compareParsers(seed, 4_000, { reference, parser: ignoresEnd });
    for (const { parts } of differences) expect(parts.join('').length).toBeLessThan(100);
  });
});

function losesBody(parts: readonly Buffer[]): ParsedStream {
  const stream = parseWithNode(parts);
  const last = stream.requests.at(-1);
  if (parts.length > 1 && last !== undefined) last.body = last.body.slice(0, -1);
  return stream;
}

function ignoresEnd(parts: readonly Buffer[]): ParsedStream {
  const stream = parseWithNode(parts);
  return stream.requests.at(-1)?.complete === false ? { ...stream, refusal: undefined } : stream;
}

function continuesAfterClose(parts: readonly Buffer[]): ParsedStream {
  const text = Buffer.concat(parts).toString('latin1');
  return parseWithNode([Buffer.from(text.replace('Connection: close', 'Connection: alive'), 'latin1')]);
}

function joinsRequests(parts: readonly Buffer[]): ParsedStream {
  const stream = parseWithNode(parts);
  return { ...stream, requests: stream.requests.slice(0, 1) };
}
