import {
  compareByLocation,
  ruleMembers,
  type Diagnostic,
  type OffsetRange,
  type RelatedLocation,
  type SourceText,
} from '@writ/diagnostics';
import { locate, readSource } from '@writ/diagnostics/internal';
import type { Origin } from '@writ/http/kernel';
import type { Finding } from './finding.ts';
import { RULES } from './finding-codes.ts';
import { parseSyntax, type Parameter, type Syntax } from './syntax.ts';

interface ParsedSource {
  readonly text: SourceText;
  readonly syntax: Syntax | undefined;
}

/** Converts findings to located diagnostics, in source order. Reads and parses each source at most once. */
export function diagnose(findings: readonly Finding[]): Diagnostic[] {
  const sources = new Map<string, ParsedSource | undefined>();
  const sourceOf = (file: string): ParsedSource | undefined => {
    if (!sources.has(file)) sources.set(file, parseSourceFile(file));
    return sources.get(file);
  };
  return findings.map((finding) => toDiagnostic(finding, sourceOf)).toSorted(compareByLocation);
}

type SourceOf = (file: string) => ParsedSource | undefined;

function toDiagnostic(finding: Finding, sourceOf: SourceOf): Diagnostic {
  const { origin, parameter: index, related = [] } = finding;
  const rule = RULES[finding.rule];
  const parameter = index === undefined ? undefined : parameterAt(origin, index, sourceOf);
  const name = parameter?.name ?? (index === undefined ? '' : `arg${index + 1}`);
  const callAt = ({ file }: Origin, offset: number): OffsetRange | undefined =>
    file === undefined ? undefined : sourceOf(file)?.syntax?.callAt(offset);
  const called = parameter?.name === undefined ? `parameter ${(index ?? 0) + 1}` : `parameter "${name}"`;
  return {
    ...ruleMembers(rule),
    message: finding.message(called),
    hint: finding.hint(name),
    // For the location of a warning, the source is not read, because the application starts despite it.
    ...locate(origin, {
      source: (file) => (rule.severity === 'warning' ? undefined : sourceOf(file)?.text),
      span: (offset) => parameter ?? callAt(origin, offset),
    }),
    related: related.map(({ message, origin: other }): RelatedLocation => ({
      message,
      ...locate(other, {
        source: (file) => sourceOf(file)?.text,
        span: (offset) => callAt(other, offset),
      }),
    })),
  };
}

function parameterAt(origin: Origin, index: number, sourceOf: SourceOf): Parameter | undefined {
  const { file, line, column } = origin;
  const source = file === undefined ? undefined : sourceOf(file);
  return source?.syntax?.parameterAt(source.text.offsetAt(line ?? 0, column ?? 0), index);
}

function parseSourceFile(file: string): ParsedSource | undefined {
  const text = readSource(file);
  return text && { text, syntax: parseSyntax(file, text.text) };
}
