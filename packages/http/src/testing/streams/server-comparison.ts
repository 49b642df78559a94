import { connect } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { converse, type Conversation } from './conversation.ts';
import { minimize } from './minimize.ts';
import { generateStream } from './stream.ts';

/** A stream to which two servers respond differently. */
export interface ServerDifference {
  /** Index of the generated stream, or the name of a case. */
  readonly source: string;
  readonly parts: readonly string[];
  readonly expected: Conversation;
  readonly actual: Conversation;
}

/** The result of comparing servers for generated streams. */
export interface ServerComparison {
  /** Responses with status 200. */
  answered: number;
  /** Responses with another status. */
  refused: number;
  /** Connections that remained open. */
  open: number;
  /** The first streams with differences, at most {@link MAX_DIFFERENCES}. */
  readonly differences: ServerDifference[];
}

/** Differences that a comparison tolerates. */
export type IsAllowed = (bytes: Buffer, expected: Conversation, actual: Conversation) => boolean;

const MAX_DIFFERENCES = 5;

/** Compares two servers, which listen on Unix sockets, for streams 0 to `count - 1` of a seed. */
export async function compareServers(
  seed: number,
  count: number,
  reference: string,
  server: string,
  isAllowed: IsAllowed = () => false,
): Promise<ServerComparison> {
  const result: ServerComparison = { answered: 0, refused: 0, open: 0, differences: [] };
  for (let index = 0; index < count && result.differences.length < MAX_DIFFERENCES; index += 1) {
    const { parts } = generateStream(seed, index);
    const { expected, difference } = await compareConversations(
      `stream ${index} of seed ${seed}`,
      parts,
      reference,
      server,
      isAllowed,
    );
    for (const { status } of expected.answers ?? []) {
      if (status === 200) result.answered += 1;
      else result.refused += 1;
    }
    if (expected.open) result.open += 1;
    if (difference !== undefined) result.differences.push(difference);
  }
  return result;
}

/** Compares two servers for one stream; `difference` is undefined if they agree. */
export async function compareConversations(
  source: string,
  parts: readonly Buffer[],
  reference: string,
  server: string,
  isAllowed: IsAllowed = () => false,
): Promise<{ expected: Conversation; difference: ServerDifference | undefined }> {
  const compare = async (some: readonly Buffer[]): Promise<[Conversation, Conversation, boolean]> => {
    const [expected, actual] = await Promise.all([
      converse(connect(reference), some),
      converse(connect(server), some),
    ]);
    const agrees =
      expected.open === actual.open &&
      expected.answers !== undefined &&
      isDeepStrictEqual(expected.answers, actual.answers);
    return [expected, actual, agrees || isAllowed(Buffer.concat(some), expected, actual)];
  };
  const [expected, actual, agrees] = await compare(parts);
  if (agrees) return { expected, difference: undefined };
  const differs = async (bytes: Buffer): Promise<boolean> => !(await compare([bytes]))[2];
  const bytes = Buffer.concat(parts);
  if (!(await differs(bytes)))
    return {
      expected,
      difference: { source, parts: parts.map((part) => part.toString('latin1')), expected, actual },
    };
  const short = await minimize(bytes, differs);
  const [shortExpected, shortActual] = await compare([short]);
  return {
    expected,
    difference: { source, parts: [short.toString('latin1')], expected: shortExpected, actual: shortActual },
  };
}
