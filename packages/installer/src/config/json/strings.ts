import type { FaultKind } from './faults.ts';
import type { Reader } from './reader.ts';
import { lineEnd, type Token } from './tokens.ts';
import type { ScalarNode } from './tree.ts';

type Role = 'key' | 'value';

/** Maximum number of lines to search for the end of a multi-line string. */
const MAX_LINES = 50;

/** Patterns for the rest of a string up to its closing quote, which is recognized by the character after it. */
const closing = { key: /^.*?"(?=\s*:)/, value: /^.*?"(?=\s*(?:[,}\]]|$))/ };

/** Reads the next string and repairs any fault in it. */
export function readString(reader: Reader, role: Role): ScalarNode {
  const token = reader.token();
  if (token.quotes === 'foreign') {
    return reader.readScalar(token.end, token.value, 'wrong-quotes', JSON.stringify(token.value));
  }
  const unclosed = token.quotes === 'unclosed';
  const repaired =
    (role === 'key' ? repairUnclosedKey(reader, token) : undefined) ??
    (unclosed ? repairLineBreaks(reader, token, role) : repairInnerQuotes(reader, token, role)) ??
    (unclosed ? repairMissingQuote(reader, token) : undefined);
  if (repaired !== undefined) return repaired;
  checkCharacters(reader, token);
  return reader.readScalar(token.end, token.value);
}

/** Repairs a key without a closing quote, such as `"hostname: "arch"`. */
function repairUnclosedKey(reader: Reader, { start, end, quotes }: Token): ScalarNode | undefined {
  if (reader.peek().kind === ':' && quotes === undefined) return undefined;
  const [, key] =
    /^"((?:[^\s":,{}[\]]|:\/\/)+(?: [\w-]+)?)\s*:(?!\/\/)/.exec(reader.text.slice(start, end)) ?? [];
  if (key === undefined) return undefined;
  return reader.readScalar(start + 1 + key.length, key, 'missing-quote', `"${key}"`);
}

/** Repairs a string with line breaks whose closing quote is on a later line. */
function repairLineBreaks(reader: Reader, { start, end }: Token, role: Role): ScalarNode | undefined {
  const { text } = reader;
  const quote = text.indexOf('"', end);
  if (quote < 0) return undefined;
  const [, ...lines] = text.slice(end, quote).split(/\r\n|[\r\n]/);
  const last = lines.pop() ?? '';
  const after = text.slice(quote, lineEnd(text, quote));
  const isLong = lines.length >= MAX_LINES || lines.some((line) => /^\s*([{}[\]]|$)/.test(line));
  const isAlone = last.trim() === '' && after.trim() === '"';
  if (isLong || isAlone || closing[role].exec(after)?.[0] !== '"') return undefined;
  reader.addFault('line-break', end, { count: lines.length + 1 });
  return reader.readScalar(quote + 1, text.slice(start + 1, quote));
}

/**
 * Repairs a string that is followed by other text. The string contains an unescaped quote, or lacks its closing
 * quote before a comma.
 */
function repairInnerQuotes(reader: Reader, { start, end }: Token, role: Role): ScalarNode | undefined {
  const { text } = reader;
  const next = reader.peek();
  if (next.kind !== 'unknown' && next.kind !== 'literal') return undefined;
  const limit = lineEnd(text, start);
  // If other text is separated from a key, it was probably written instead of the colon.
  if (next.start >= limit || (role === 'key' && next.start > end)) return undefined;
  const [comma] = /,\s*$/.exec(text.slice(start, end - 1)) ?? [];
  if (role === 'value' && comma !== undefined && next.start === end) {
    const contentEnd = end - 1 - comma.length;
    return reader.readScalar(contentEnd, text.slice(start + 1, contentEnd), 'missing-quote');
  }
  const [through] = closing[role].exec(text.slice(end, limit)) ?? [];
  // A colon before the closing quote belongs to another key.
  if (through === undefined || (role === 'value' ? /"\s*:/ : /:(?!\/\/)/).test(through)) return undefined;
  reader.addFault('inner-quote', { start: end - 1, end }, { count: through.split('"').length - 1 });
  return reader.readScalar(end + through.length, text.slice(start + 1, end + through.length - 1));
}

/**
 * Repairs a string without a closing quote. Unbalanced closing brackets, commas and whitespace at the end of the line are
 * not part of the string.
 */
function repairMissingQuote(reader: Reader, token: Token): ScalarNode {
  const start = token.start + 1;
  const content = reader.text.slice(start, token.end);
  const count = (bracket: string): number => content.split(bracket).length - 1;
  const surplus = { '}': count('}') - count('{'), ']': count(']') - count('[') };
  let { length } = content;
  for (; length > 0; length -= 1) {
    const last = content[length - 1] ?? '';
    if (/[\s,]/.test(last)) continue;
    if ((last !== '}' && last !== ']') || surplus[last] <= 0) break;
    surplus[last] -= 1;
  }
  return reader.readScalar(start + length, content.slice(0, length), 'missing-quote');
}

/** Control characters, and valid and invalid escape sequences. */
const characters = /([^ -\u{10ffff}])|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(\\(?:u[0-9a-fA-F]{0,3}|[^]|$))/gu;

function checkCharacters(reader: Reader, token: Token): void {
  const inside = token.start + 1;
  const found = [...reader.text.slice(inside, token.end - 1).matchAll(characters)];
  reportFirst('control-character', 1);
  reportFirst('wrong-escape', 2);

  function reportFirst(kind: FaultKind, group: number): void {
    const matches = found.filter((match) => match[group] !== undefined);
    const [first] = matches;
    if (first === undefined) return;
    const [letter] = first;
    const start = inside + first.index;
    const write = letter === "\\'" ? "'" : JSON.stringify(letter).slice(1, -1);
    reader.addFault(kind, { start, end: start + letter.length }, { write, count: matches.length });
  }
}
