import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { decodeFile } from './decode.ts';
import type { Fault } from './json/faults.ts';
import { parseTree } from './json/parse-tree.ts';
import type { ObjectNode } from './json/tree.ts';
import { walk } from './pointers.ts';
import { isKnownName } from './known-names.ts';
import { suspectRanges, secretRanges, secretValueRanges } from './secrets.ts';
import { syntaxFindings } from './syntax.ts';

/** A file, parsed as far as possible. */
export interface Document {
  /** The content with masked secrets. */
  readonly source: SourceText;
  readonly findings: readonly Diagnostic[];
  /** The masked ranges of the source. */
  readonly masks: readonly OffsetRange[];
  /** Absent if the file contains no object or cannot be parsed. */
  readonly root?: ObjectNode;
  /** Whether a range may contain a secret that is not recognized, for example because of a syntax error. */
  readonly isHidden: (range: OffsetRange) => boolean;
  /** Whether the file is not of the expected kind, for example not a profile. */
  readonly isForeign: boolean;
  /**
   * Whether a bracket is missing, superfluous or wrong, or there are too many faults. Missing and unknown keys are
   * then not reported.
   */
  readonly bracketsWrong: boolean;
  /** Whether keys may have been read into the wrong object. */
  readonly keysMoved: boolean;
}

export interface ReadOptions {
  /** Whether every value is a secret, as in a credentials file (default: false). */
  readonly allSecret?: boolean;
  /**
   * Tests whether an object is of the expected kind, such as a profile. Files of other kinds are masked
   * completely.
   */
  readonly isExpected?: (root: ObjectNode) => boolean;
}

/** Parses JSON with source ranges and reports all syntax errors. */
export function readDocument(
  file: string,
  input: string | Uint8Array,
  { allSecret = false, isExpected }: ReadOptions = {},
): Document {
  const { source: unmasked, findings, readable } = decodeFile(file, input);
  const { text } = unmasked;
  if (!readable) {
    const masks = [{ start: 0, end: text.length }];
    const source = unmasked.withMasks(masks);
    return {
      source,
      masks,
      findings,
      isHidden: () => true,
      isForeign: isExpected !== undefined,
      bracketsWrong: true,
      keysMoved: true,
    };
  }
  const { root, faults, discarded, bracketsWrong, keysMoved } = parseTree(text);
  // After a syntax error, these ranges may contain secrets, regardless of how they were parsed.
  const doubtful: OffsetRange[] = faults.length === 0 ? [] : suspectRanges(text, allSecret);
  for (const { start, end } of discarded) doubtful.push({ start, end });
  if (root === undefined)
    doubtful.push({ start: allSecret ? 0 : endOfFirstLine(unmasked, faults), end: text.length });
  else doubtful.push(...keysWithoutValue(root));
  const isForeign = isExpected !== undefined && (root === undefined || !isExpected(root));
  if (isForeign) doubtful.push({ start: 0, end: text.length });
  const masks = [...secretRanges(text), ...doubtful];
  if (root !== undefined) masks.push(...secretValueRanges(text, root, allSecret));
  const source = unmasked.withMasks(masks);
  const isHidden = overlapsAny(doubtful);
  return {
    source,
    masks,
    findings: [...findings, ...syntaxFindings(source, faults, overlapsAny(masks))],
    isHidden,
    isForeign,
    bracketsWrong,
    keysMoved,
    ...defined({ root }),
  };
}

/** Returns a function that tests whether a range overlaps one of the masks. */
function overlapsAny(masks: readonly OffsetRange[]): (range: OffsetRange) => boolean {
  return ({ start, end }) => masks.some((mask) => mask.start < end && start < mask.end);
}

/**
 * Returns the offset at which masking begins in a file without an object: the end of the line with the first fault.
 */
function endOfFirstLine(source: SourceText, faults: readonly Fault[]): number {
  const { line } = source.positionAt(faults[0]?.start ?? 0);
  return source.offsetAt(line + 1, 1);
}

function keysWithoutValue(root: ObjectNode): OffsetRange[] {
  return [...walk(root)].flatMap(({ node, member }) =>
    node.kind === 'invalid' && member !== undefined && !isKnownName(member.key) ? [member.keyRange] : [],
  );
}
