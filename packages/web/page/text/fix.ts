import type { Finding } from '../api/answers.ts';
import { parseObject, parsePointer, setValue } from './json-edit.ts';

type Replacement = NonNullable<Finding['replacement']>;

/** A change that is certain to remove the cause of a finding. */
export interface Fix {
  /** The text that is written, or the added member, as JSON. */
  readonly label: string;
  readonly apply: (text: string) => string;
}

/** The change that a finding about the current text contains; undefined if it contains none. */
export function findFix({ replacement }: Finding): Fix | undefined {
  if (replacement === undefined) return undefined;
  return { label: labelReplacement(replacement), apply: (text) => applyReplacement(text, replacement) };
}

/** Applies the fixes of all findings, from the last position in the text to the first. They do not conflict. */
export function applyFixes(findings: readonly Finding[], text: string): string {
  return findings
    .flatMap(({ replacement }) => replacement ?? [])
    .toSorted((a, b) => startOf(b) - startOf(a))
    .reduce(applyReplacement, text);
}

function applyReplacement(text: string, { range, pointer, text: json }: Replacement): string {
  if (range !== undefined) return text.slice(0, range.start.offset) + json + text.slice(range.end.offset);
  if (pointer === undefined) return text;
  return setValue(text, parsePointer(pointer, parseObject(text)), JSON.parse(json));
}

function labelReplacement({ pointer, text }: Replacement): string {
  const key = pointer === undefined ? undefined : parsePointer(pointer).at(-1);
  return key === undefined ? text : `${JSON.stringify(key)}: ${text}`;
}

/** The offset by which fixes are ordered. Members are added last, because a replaced key may contain them. */
const startOf = ({ range }: Replacement): number => range?.start.offset ?? -1;
