import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { decodeFile } from './decode.ts';
import type { Fault } from './json/faults.ts';
import { parseTree } from './json/parse-tree.ts';
import { walk, type ObjectNode } from './json/tree.ts';
import { isKnownName } from './known-names.ts';
import { suspectRanges, secretRanges, secretValueRanges } from './secrets.ts';
import { syntaxFindings } from './syntax.ts';

/** A file as far as it could be read. */
export interface Document {
  /** Its secrets are masked. */
  readonly source: SourceText;
  readonly findings: readonly Diagnostic[];
  /** Where the source is masked. */
  readonly masks: readonly OffsetRange[];
  /** Absent when there is nothing that could be checked. */
  readonly root?: ObjectNode;
  /** Whether a place may hold a secret that the file's faults have made a key. */
  readonly isHidden: (range: OffsetRange) => boolean;
  /** It is not a file of the expected kind. */
  readonly isForeign: boolean;
  /** Keys may have got into the wrong object: whether one is absent or unknown is not to be said. */
  readonly bracketsWrong: boolean;
  readonly keysMoved: boolean;
}

export interface ReadOptions {
  /** Every value is a secret, as in a file of credentials. */
  readonly allSecret?: boolean;
  /** Tells a file of the expected kind by its keys: of any other not a letter is shown. */
  readonly isExpected?: (root: ObjectNode) => boolean;
}

/** Reads JSON with its places, and everything that is wrong with how it is written. */
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
  // What the faults leave in doubt: it may be a secret, whatever it was read as.
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

/** Whether a place touches one of the masks. */
function overlapsAny(masks: readonly OffsetRange[]): (range: OffsetRange) => boolean {
  return ({ start, end }) => masks.some((mask) => mask.start < end && start < mask.end);
}

/** What is no object is shown up to the end of the line that says so. */
function endOfFirstLine(source: SourceText, faults: readonly Fault[]): number {
  const { line } = source.positionAt(faults[0]?.start ?? 0);
  return source.offsetAt(line + 1, 1);
}

function keysWithoutValue(root: ObjectNode): OffsetRange[] {
  return [...walk(root)].flatMap(({ node, member }) =>
    node.kind === 'invalid' && member !== undefined && !isKnownName(member.key) ? [member.keyRange] : [],
  );
}
