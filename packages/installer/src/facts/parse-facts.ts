import type { Diagnostic, SourceText } from '@writ/diagnostics';
import { readRecord } from '../record/read-record.ts';
import type { Facts } from './facts.ts';
import { factsShape } from './shape.ts';

/** A record of a machine as it was read back. */
export interface ParsedFacts {
  /** There when nothing is wrong with it. */
  readonly facts?: Facts;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
}

/** Reads what `writ facts` wrote, wherever it was written; each fault is reported with its place. */
export function parseFacts(file: string, text: string | Uint8Array): ParsedFacts {
  const { value, findings, source } = readRecord(file, text, {
    shape: factsShape,
    rule: 'facts-unusable',
    expected: 'what writ facts writes',
  });
  return { findings, source, ...(value === undefined ? {} : { facts: value }) };
}
