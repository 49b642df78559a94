import type { Diagnostic, SourceText } from '@writ/diagnostics';
import { readRecord } from '../record/read-record.ts';
import type { Facts } from './facts.ts';
import { factsShape } from './shape.ts';

/** The result of reading recorded facts. */
export interface ParsedFacts {
  /** Absent if a finding has severity `error`. */
  readonly facts?: Facts;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
}

/** Parses the output of `writ facts`, and reports each fault with its location. */
export function parseFacts(file: string, text: string | Uint8Array): ParsedFacts {
  const { value, findings, source } = readRecord(file, text, {
    shape: factsShape,
    rule: 'facts-unusable',
    expected: 'the output of writ facts',
  });
  return { findings, source, ...(value === undefined ? {} : { facts: value }) };
}
