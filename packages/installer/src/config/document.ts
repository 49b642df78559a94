import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { decode } from './decode.ts';
import { parseTree } from './json/parse-tree.ts';
import type { ObjectNode } from './json/tree.ts';
import { secretsIn } from './secrets.ts';
import { syntaxFindings } from './syntax.ts';

/** A file as far as it could be read. */
export interface Document {
  /** Its secrets are masked. */
  readonly source: SourceText;
  readonly findings: readonly Diagnostic[];
  /** Absent when there is nothing that could be checked. */
  readonly root?: ObjectNode;
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
  if (!readable)
    return { source: plain.withMasks(secretsIn(plain.text, undefined, true)), findings, bracketsWrong: true };
  const { root, faults, bracketsWrong } = parseTree(plain.text);
  const masks = secretsIn(plain.text, root, faults.length > 0, allSecret);
  const source = plain.withMasks(masks);
  const hides = ({ start, end }: OffsetRange): boolean =>
    masks.some((mask) => mask.start < end && start < mask.end);
  return {
    source,
    findings: [...findings, ...syntaxFindings(source, faults, hides)],
    bracketsWrong,
    ...(root === undefined ? {} : { root }),
  };
}
