import { isDeepStrictEqual } from 'node:util';
import { minimize } from './minimize.ts';
import type { ParsedStream, StreamParser } from './parsed-stream.ts';
import { generateStream, splitAtEveryByte } from './stream.ts';

/** A stream of which two parsers report different requests. */
export interface ParserDifference {
  /** Index of the generated stream, or the name of a case. */
  readonly source: string;
  readonly parts: readonly string[];
  readonly expected: ParsedStream;
  readonly actual: ParsedStream;
}

/** The result of comparing parsers for generated streams. */
export interface ParserComparison {
  /** Streams that were accepted to their end. */
  accepted: number;
  refused: number;
  upgraded: number;
  /** Requests that were recognized as complete. */
  requests: number;
  /** Streams without mutations, and how many of them were accepted. */
  valid: number;
  validAccepted: number;
  /** The first streams with differences, at most {@link MAX_DIFFERENCES}, as short as possible. */
  readonly differences: ParserDifference[];
}

const MAX_DIFFERENCES = 5;
/** Streams after which other tasks of the process run. */
const BATCH = 5_000;

/** Compares two parsers for streams 0 to `count - 1` of a seed. */
export async function compareParsers(
  seed: number,
  count: number,
  reference: StreamParser,
  parser: StreamParser,
): Promise<ParserComparison> {
  const result: ParserComparison = {
    accepted: 0,
    refused: 0,
    upgraded: 0,
    requests: 0,
    valid: 0,
    validAccepted: 0,
    differences: [],
  };
  for (let index = 0; index < count && result.differences.length < MAX_DIFFERENCES; index += 1) {
    if (index % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
    const { parts, valid } = generateStream(seed, index);
    const expected = reference(parts);
    if (expected.refusal !== undefined) result.refused += 1;
    else if (expected.afterUpgrade !== undefined) result.upgraded += 1;
    else result.accepted += 1;
    for (const { complete } of expected.requests) if (complete) result.requests += 1;
    if (valid) {
      result.valid += 1;
      if (expected.refusal === undefined) result.validAccepted += 1;
    }
    const difference = await findDifference(`stream ${index} of seed ${seed}`, parts, reference, parser);
    if (difference !== undefined) result.differences.push(difference);
  }
  return result;
}

/** Compares two parsers for one stream; undefined if they agree. */
export async function findDifference(
  source: string,
  parts: readonly Buffer[],
  reference: StreamParser,
  parser: StreamParser,
): Promise<ParserDifference | undefined> {
  const differs = (some: readonly Buffer[]): boolean => !isDeepStrictEqual(parser(some), reference(some));
  if (!differs(parts)) return undefined;
  let shown = parts;
  for (const split of [(bytes: Buffer) => [bytes], splitAtEveryByte]) {
    const bytes = Buffer.concat(parts);
    if (!differs(split(bytes))) continue;
    shown = split(await minimize(bytes, (shorter) => differs(split(shorter))));
    break;
  }
  return {
    source,
    parts: shown.map((part) => part.toString('latin1')),
    expected: reference(shown),
    actual: parser(shown),
  };
}
