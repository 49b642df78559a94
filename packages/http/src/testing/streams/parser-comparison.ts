import { isDeepStrictEqual } from 'node:util';
import type { AllowedDifference } from './allowed-differences.ts';
import { minimize } from './minimize.ts';
import type { ParsedStream, StreamParser } from './parsed-stream.ts';
import { generateStream, printParts, splitAtEveryByte } from './stream.ts';

/** A stream for which two parsers report different requests. */
export interface ParserDifference {
  /** Index of the generated stream, or the name of a case. */
  readonly source: string;
  readonly parts: readonly string[];
  readonly expected: ParsedStream;
  readonly actual: ParsedStream;
}

/** The result of comparing two parsers for generated streams. */
export interface ParserComparison {
  /** Number of streams that were accepted completely. */
  accepted: number;
  refused: number;
  upgraded: number;
  /** Number of complete requests. */
  requests: number;
  /** Number of streams without mutations, and the number of those that were accepted. */
  valid: number;
  validAccepted: number;
  /** Number of streams with each allowed difference, by the name of the difference. */
  readonly allowed: Map<string, number>;
  /** The first {@link MAX_DIFFERENCES} streams with other differences. They are shortened. */
  readonly differences: ParserDifference[];
}

const MAX_DIFFERENCES = 5;
/** Number of streams between pauses. In a pause, other tasks of the process can run. */
const BATCH = 5_000;

/** Two parsers, and the allowed differences between them (default: none). */
export interface ComparedParsers {
  readonly reference: StreamParser;
  readonly parser: StreamParser;
  readonly allowed?: readonly AllowedDifference<ParsedStream>[];
}

/** Compares two parsers for the first `count` streams that a seed generates. */
export async function compareParsers(
  seed: number,
  count: number,
  parsers: ComparedParsers,
): Promise<ParserComparison> {
  const result: ParserComparison = {
    accepted: 0,
    refused: 0,
    upgraded: 0,
    requests: 0,
    valid: 0,
    validAccepted: 0,
    allowed: new Map(),
    differences: [],
  };
  for (let index = 0; index < count && result.differences.length < MAX_DIFFERENCES; index += 1) {
    if (index % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
    const { parts, valid } = generateStream(seed, index);
    const expected = parsers.reference(parts);
    if (expected.refusal !== undefined) result.refused += 1;
    else if (expected.afterUpgrade !== undefined) result.upgraded += 1;
    else result.accepted += 1;
    for (const { complete } of expected.requests) if (complete) result.requests += 1;
    if (valid) {
      result.valid += 1;
      if (expected.refusal === undefined) result.validAccepted += 1;
    }
    const actual = parsers.parser(parts);
    if (isDeepStrictEqual(actual, expected)) continue;
    const name = findAllowed(parts, expected, actual, parsers.allowed)?.name;
    if (name === undefined)
      result.differences.push(await shortenDifference(`stream ${index} of seed ${seed}`, parts, parsers));
    else result.allowed.set(name, (result.allowed.get(name) ?? 0) + 1);
  }
  return result;
}

function findAllowed(
  parts: readonly Buffer[],
  expected: ParsedStream,
  actual: ParsedStream,
  allowed: readonly AllowedDifference<ParsedStream>[] = [],
): AllowedDifference<ParsedStream> | undefined {
  const stream = Buffer.concat(parts).toString('latin1');
  return allowed.find((each) => each.matches(stream, expected, actual));
}

/** Returns the name of the allowed difference, `other` for any other difference, or undefined if the parsers agree. */
export function classifyDifference(
  parts: readonly Buffer[],
  { reference, parser, allowed }: ComparedParsers,
): string | undefined {
  const [expected, actual] = [reference(parts), parser(parts)];
  if (isDeepStrictEqual(expected, actual)) return undefined;
  return findAllowed(parts, expected, actual, allowed)?.name ?? 'other';
}

/** Shortens a stream as long as the parsers differ in a way that is not allowed. */
async function shortenDifference(
  source: string,
  parts: readonly Buffer[],
  parsers: ComparedParsers,
): Promise<ParserDifference> {
  const differs = (some: readonly Buffer[]): boolean => classifyDifference(some, parsers) === 'other';
  const bytes = Buffer.concat(parts);
  const splits = [(some: Buffer): Buffer[] => [some], splitAtEveryByte];
  const split = splits.find((each) => differs(each(bytes)));
  const shortest =
    split === undefined ? parts : split(await minimize(bytes, (shorter) => differs(split(shorter))));
  return {
    source,
    parts: printParts(shortest),
    expected: parsers.reference(shortest),
    actual: parsers.parser(shortest),
  };
}
