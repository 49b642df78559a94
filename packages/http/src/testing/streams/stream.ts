import { mutateBytes, mutateTokens } from './mutations.ts';
import { Random } from './random.ts';
import {
  generateCommonRequest,
  generateRequest,
  repeatRequest,
  type GeneratedRequest,
  type Tokens,
} from './request-tokens.ts';

/** The bytes that a client sends over one connection, in the parts in which they arrive. */
export interface RequestStream {
  readonly parts: readonly Buffer[];
  /** Whether no mutation has been applied, so that all requests in the stream are valid. */
  readonly valid: boolean;
}

/** Maximum length of a stream that is split at every byte. */
const MAX_EVERY_BYTE = 1500;

/**
 * Generates one stream. A stream contains up to five requests, is usually mutated, and may be split at any position.
 */
export function generateStream(seed: number, index: number): RequestStream {
  const random = new Random(seed, index);
  const tokens: Tokens = [];
  let previous: GeneratedRequest | undefined;
  for (let count = random.pick([1, 1, 1, 2, 2, 3, 5]); count > 0; count -= 1) {
    const request = generateNext(random, previous);
    previous = request;
    tokens.push(...request.tokens);
    if (request.closes) break;
  }
  const tokenMutations = random.pick([0, 0, 1, 1, 1, 2]);
  for (let count = tokenMutations; count > 0; count -= 1) mutateTokens(random, tokens);
  let text = tokens.join('');
  const byteMutations = random.pick([0, 0, 0, 0, 1, 2]);
  for (let count = byteMutations; count > 0; count -= 1) text = mutateBytes(random, text);
  const bytes = Buffer.from(text, 'latin1');
  return { parts: split(random, bytes), valid: tokenMutations + byteMutations === 0 };
}

function generateNext(random: Random, previous: GeneratedRequest | undefined): GeneratedRequest {
  if (previous !== undefined && random.chance(30)) return repeatRequest(random, previous);
  return random.chance(40) ? generateCommonRequest(random) : generateRequest(random);
}

function split(random: Random, bytes: Buffer): Buffer[] {
  const kind = random.below(10);
  if (kind < 5) return [bytes];
  if (kind < 7 && bytes.length <= MAX_EVERY_BYTE) return splitAtEveryByte(bytes);
  const cuts = new Set<number>();
  for (let count = 1 + random.below(5); count > 0; count -= 1) cuts.add(random.below(bytes.length + 1));
  const ends = [...cuts, bytes.length].toSorted((left, right) => left - right);
  return ends
    .map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
    .filter((part) => part.length > 0);
}

export function splitAtEveryByte(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
}

/** Formats the parts of a stream as string literals. */
export function printParts(parts: readonly Buffer[]): string[] {
  return parts.map((part) =>
    JSON.stringify(part.toString('latin1')).replaceAll(
      /[\x7f-\xff]/g,
      (byte) => String.raw`\x${byte.charCodeAt(0).toString(16)}`,
    ),
  );
}
