import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { decode } from './decode.ts';
import { parseTree } from './json/parse-tree.ts';
import { walk, type ObjectNode } from './json/tree.ts';
import { isKnownName } from './known-names.ts';
import { secretsIn } from './secrets.ts';
import { syntaxFindings } from './syntax.ts';

/** A file as far as it could be read. */
export interface Document {
  /** Its secrets are masked. */
  readonly source: SourceText;
  readonly findings: readonly Diagnostic[];
  /** Absent when there is nothing that could be checked. */
  readonly root?: ObjectNode;
  /** Whether a place holds nothing but a secret. */
  readonly isHidden: (range: OffsetRange) => boolean;
  /** Keys may have got into the wrong object: whether one is absent or unknown is not to be said. */
  readonly bracketsWrong: boolean;
}

/**
 * Reads JSON with its places, and everything that is wrong with how it is written.
 *
 * @param allSecret every value is a secret, as in a file of credentials
 */
export function readDocument(file: string, input: string | Uint8Array, allSecret = false): Document {
  const { source: plain, findings, readable } = decode(file, input);
  if (!readable) {
    const source = plain.withMasks(secretsIn(plain.text, undefined, true));
    return { source, findings, isHidden: () => true, bracketsWrong: true };
  }
  const { root, faults, discarded, bracketsWrong } = parseTree(plain.text);
  const masks = secretsIn(plain.text, root, faults.length > 0, allSecret);
  // What has lost its key may be a secret; a key without a value may be one that has lost its own.
  for (const value of discarded) masks.push({ start: value.start, end: value.end });
  if (root !== undefined) masks.push(...keysWithoutValue(root));
  const source = plain.withMasks(masks);
  const hides = ({ start, end }: OffsetRange): boolean =>
    masks.some((mask) => mask.start < end && start < mask.end);
  return {
    source,
    findings: [...findings, ...syntaxFindings(source, faults, hides)],
    isHidden: ({ start, end }) => masks.some((mask) => mask.start <= start && end <= mask.end),
    bracketsWrong,
    ...(root === undefined ? {} : { root }),
  };
}

function keysWithoutValue(root: ObjectNode): OffsetRange[] {
  return [...walk(root)].flatMap(({ node, member }) =>
    node.kind === 'invalid' && member !== undefined && !isKnownName(member.key) ? [member.keyRange] : [],
  );
}
