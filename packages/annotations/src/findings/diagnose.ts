import {
  byPlace,
  ruleMembers,
  SourceText,
  type Diagnostic,
  type Range,
  type RelatedPlace,
} from '@writ/diagnostics';
import type { Origin } from '@writ/http/kernel';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Finding } from './finding.ts';
import { RULES } from './rules.ts';
import { parse, type Parameter, type Syntax } from './syntax.ts';

interface Source {
  readonly text: SourceText;
  readonly syntax: Syntax | undefined;
}

/** The findings with their places, in the order of the text. Reads and parses each source once; called only when there is something to say. */
export function diagnose(findings: readonly Finding[]): Diagnostic[] {
  const sources = new Map<string, Source | undefined>();
  const sourceOf = (file: string): Source | undefined => {
    if (!sources.has(file)) sources.set(file, read(file));
    return sources.get(file);
  };
  return findings.map((finding) => located(finding, sourceOf)).toSorted(byPlace);
}

type SourceOf = (file: string) => Source | undefined;

function located(finding: Finding, sourceOf: SourceOf): Diagnostic {
  const { origin, parameter: index, related = [] } = finding;
  const rule = RULES[finding.rule];
  const parameter = index === undefined ? undefined : parameterAt(origin, index, sourceOf);
  const name = parameter?.name ?? (index === undefined ? '' : `arg${index + 1}`);
  const called = parameter?.name === undefined ? `parameter ${(index ?? 0) + 1}` : `parameter "${name}"`;
  return {
    ...ruleMembers(rule),
    message: finding.message(called),
    hint: finding.hint(name),
    // Of a warning no source is read: an application starts with it.
    ...placeOf(origin, rule.severity === 'warning' ? () => undefined : sourceOf, parameter),
    related: related.map(({ message, origin: other }): RelatedPlace => ({
      message,
      ...placeOf(other, sourceOf),
    })),
  };
}

function placeOf(
  origin: Origin,
  sourceOf: SourceOf,
  parameter?: Parameter,
): { file?: string; range?: Range } {
  const { file, line, column } = origin;
  if (file === undefined) return {};
  if (line === undefined || column === undefined) return { file: shown(file) };
  const source = sourceOf(file);
  if (source === undefined) {
    const at = { line, column, offset: 0 };
    return { file: shown(file), range: { start: at, end: at } };
  }
  const offset = source.text.offsetAt(line, column);
  const { start, end } = parameter ?? source.syntax?.callAt(offset) ?? { start: offset, end: offset };
  return { file: shown(file), range: source.text.rangeAt(start, end) };
}

function parameterAt(origin: Origin, index: number, sourceOf: SourceOf): Parameter | undefined {
  const { file, line, column } = origin;
  const source = file === undefined ? undefined : sourceOf(file);
  return source?.syntax?.parameterAt(source.text.offsetAt(line ?? 0, column ?? 0), index);
}

function read(file: string): Source | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The place of a stack need not be a file: an eval, a bundle that was moved.
    return undefined;
  }
  return { text: new SourceText(file, text), syntax: parse(file, text) };
}

/** Below the working directory, as the kernel's own findings show it. */
function shown(file: string): string {
  const below = relative(process.cwd(), file);
  return below.startsWith('..') ? file : below;
}
