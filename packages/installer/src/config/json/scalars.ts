import { lineEnd } from './tokens.ts';
import type { Reader } from './reader.ts';
import type { ScalarNode } from './tree.ts';
import { ownValue } from '../own-value.ts';

/** What people write for JSON's three words. */
const words: Readonly<Record<string, boolean | null>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
  null: null,
  none: null,
  nil: null,
  undefined: null,
};

/** What stands in a template without quotes: it was to become a value. */
export const unfilled: RegExp =
  /^(?:\{\{[^{}\n]*\}\}|<[A-Za-z][\w .-]*>|\$\{\w+\}|@[A-Z][A-Z0-9_]+@)(?=\s*(?:[,}\]]|$))/;

/** Reads what stands where a number or something without quotes was found. */
export function readBare({ text, cursor, fault }: Reader): ScalarNode {
  const token = cursor.token();
  const next = cursor.peek();
  const joined =
    next.start === token.end &&
    ['number', 'unknown', 'true', 'false', 'null'].includes(next.kind) &&
    !next.value.startsWith(';');
  if (token.kind === 'number' && !joined && token.broken === undefined) {
    cursor.advance();
    return { kind: 'number', start: token.start, end: token.end, value: Number(token.value) };
  }
  const rest = text.slice(token.start, lineEnd(text, token.start));
  // `arch",`: the quote in front is missing.
  const [quoted, content] = /^([^"{}[\]]*?)"(?=\s*([,}\]]|$))/.exec(rest) ?? [];
  if (quoted !== undefined && content !== undefined && !/,\s/.test(content)) {
    return string('missing-quote', quoted.length, content, `"${content}"`);
  }
  const [placeholder] = unfilled.exec(rest) ?? [];
  if (placeholder !== undefined) {
    take('wrong-value', placeholder.length);
    return { kind: 'invalid', start: token.start, end: token.start + placeholder.length, value: null };
  }
  const [run = token.value] = /^[^,{}[\]"]*[^\s,{}[\]"]/.exec(rest) ?? [];
  const word = ownValue(words, run.toLowerCase());
  if (word !== undefined) {
    take('wrong-value', run.length, String(word));
    const kind = word === null ? 'null' : 'boolean';
    return { kind, start: token.start, end: token.start + run.length, value: word };
  }
  if (/^[-+]?\.?\d[\d_.]*(e[-+]?\d*)?$/i.test(run) && !/\..*\./.test(run)) {
    const value = Number(run.replaceAll('_', ''));
    take('wrong-number', run.length, Number.isFinite(value) ? String(value) : undefined);
    return { kind: 'number', start: token.start, end: token.start + run.length, value };
  }
  return string('wrong-value', run.length, run, JSON.stringify(run));

  function take(
    kind: 'missing-quote' | 'wrong-number' | 'wrong-value',
    length: number,
    write?: string,
  ): void {
    fault(kind, token.start, token.start + length, write === undefined ? {} : { write });
    cursor.seek(token.start + length);
  }

  function string(
    kind: 'missing-quote' | 'wrong-value',
    length: number,
    value: string,
    write: string,
  ): ScalarNode {
    take(kind, length, write);
    return { kind: 'string', start: token.start, end: token.start + length, value };
  }
}
