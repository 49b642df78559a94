import { connect } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { AllowedDifference } from './allowed-differences.ts';
import { converse, type Conversation } from './conversation.ts';
import { minimize } from './minimize.ts';
import { generateStream, printParts } from './stream.ts';

/** A stream to which two servers respond differently. */
export interface ServerDifference {
  /** Index of the generated stream, or the name of a case. */
  readonly source: string;
  readonly parts: readonly string[];
  readonly expected: Conversation;
  readonly actual: Conversation;
}

/** The result of comparing two servers for generated streams. */
export interface ServerComparison {
  /** Number of responses with status 200. */
  answered: number;
  /** Number of responses with another status. */
  refused: number;
  /** Number of connections that remained open. */
  open: number;
  /** Number of streams with each allowed difference, by the name of the difference. */
  readonly allowed: Map<string, number>;
  /** The first {@link MAX_DIFFERENCES} streams with other differences. */
  readonly differences: ServerDifference[];
}

/** Paths of the Unix sockets of two servers, and the allowed differences between the servers (default: none). */
export interface ComparedServers {
  readonly reference: string;
  readonly server: string;
  readonly allowed?: readonly AllowedDifference<Conversation>[];
}

const MAX_DIFFERENCES = 5;

/** Compares two servers for the first `count` streams that a seed generates. */
export async function compareServers(
  seed: number,
  count: number,
  servers: ComparedServers,
): Promise<ServerComparison> {
  const result: ServerComparison = { answered: 0, refused: 0, open: 0, allowed: new Map(), differences: [] };
  for (let index = 0; index < count && result.differences.length < MAX_DIFFERENCES; index += 1) {
    const { parts } = generateStream(seed, index);
    const { expected, difference } = await compareConversations(parts, servers);
    for (const { status } of expected.answers ?? []) {
      if (status === 200) result.answered += 1;
      else result.refused += 1;
    }
    if (expected.open) result.open += 1;
    if (difference === OTHER)
      result.differences.push(await shortenDifference(`stream ${index} of seed ${seed}`, parts, servers));
    else if (difference !== undefined)
      result.allowed.set(difference, (result.allowed.get(difference) ?? 0) + 1);
  }
  return result;
}

const OTHER = 'other';

/** The conversations with two servers for the same stream. */
export interface ComparedConversations {
  readonly expected: Conversation;
  readonly actual: Conversation;
  /** Name of the allowed difference, `other` for any other difference, or undefined if the servers agree. */
  readonly difference: string | undefined;
}

/** Sends a stream to two servers and compares the conversations. */
export async function compareConversations(
  parts: readonly Buffer[],
  { reference, server, allowed = [] }: ComparedServers,
): Promise<ComparedConversations> {
  const [expected, actual] = await Promise.all([
    converse(connect(reference), parts),
    converse(connect(server), parts),
  ]);
  const agrees =
    expected.open === actual.open &&
    expected.answers !== undefined &&
    isDeepStrictEqual(expected.answers, actual.answers);
  if (agrees) return { expected, actual, difference: undefined };
  const stream = Buffer.concat(parts).toString('latin1');
  const match = allowed.find((each) => each.matches(stream, expected, actual));
  return { expected, actual, difference: match?.name ?? OTHER };
}

/** Shortens a stream as long as the servers differ in a way that is not allowed. */
async function shortenDifference(
  source: string,
  parts: readonly Buffer[],
  servers: ComparedServers,
): Promise<ServerDifference> {
  const differs = async (bytes: Buffer): Promise<boolean> =>
    (await compareConversations([bytes], servers)).difference === OTHER;
  const bytes = Buffer.concat(parts);
  const shortest = (await differs(bytes)) ? [await minimize(bytes, differs)] : parts;
  const { expected, actual } = await compareConversations(shortest, servers);
  return { source, parts: printParts(shortest), expected, actual };
}
