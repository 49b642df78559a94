import type { Finding } from '../../src/answers.ts';
import { isObject, parseObject, readPath, setValue } from './json-edit.ts';

/** A change that removes the cause of a finding with certainty. */
export interface Fix {
  /** The replacement, or the added member, as JSON. */
  readonly label: string;
  readonly apply: (text: string) => string;
}

/** Returns the change that a finding names; undefined if it names none, or the change would be ambiguous. */
export function findFix(finding: Finding, text: string): Fix | undefined {
  return finding.rule === 'missing-key' ? addMissing(finding, text) : replaceRange(finding, text);
}

/** Applies the fixes of all findings, from the last place in the text to the first. */
export function applyFixes(findings: readonly Finding[], text: string): string {
  const placed = findings.toSorted((a, b) => startOf(b) - startOf(a));
  const replaced = placed.filter(({ rule }) => rule !== 'missing-key');
  const missing = findings.filter(({ rule }) => rule === 'missing-key');
  return [...replaced, ...missing].reduce((now, finding) => findFix(finding, now)?.apply(now) ?? now, text);
}

/** Replaces the word or value of the finding by the one that its hint names. */
function replaceRange({ range, hint = '', rule, pointer }: Finding, text: string): Fix | undefined {
  const label = /^(?:did you mean|write) (".*")\??$/.exec(hint)?.[1];
  if (range === undefined || label === undefined || !isJsonString(label)) return undefined;
  const { start, end } = range;
  if (!isJsonString(text.slice(start.offset, end.offset))) return undefined;
  if (rule === 'unknown-key' && hasSibling(text, pointer ?? '', JSON.parse(label) as string))
    return undefined;
  return { label, apply: (now) => now.slice(0, start.offset) + label + now.slice(end.offset) };
}

/** Adds a required key with the value that the finding expects. */
function addMissing({ expected = '', pointer = '' }: Finding, text: string): Fix | undefined {
  const member = parseObject(`{${expected}}`);
  const [key, ...others] = Object.keys(member ?? {});
  if (pointer !== '' || key === undefined || others.length > 0) return undefined;
  if (readPath(parseObject(text), [key]) !== undefined) return undefined;
  return { label: expected, apply: (now) => setValue(now, [key], member?.[key]) };
}

function hasSibling(text: string, pointer: string, name: string): boolean {
  const steps = pointer.split('/').slice(1, -1);
  const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const container = path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isObject(value) ? value[step] : undefined;
  }, parseObject(text));
  return !isObject(container) || Object.hasOwn(container, name);
}

function isJsonString(json: string): boolean {
  try {
    return typeof JSON.parse(json) === 'string';
  } catch {
    return false;
  }
}

const startOf = ({ range }: Finding): number => range?.start.offset ?? 0;
