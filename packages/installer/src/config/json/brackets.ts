/** Recovers from missing, superfluous and wrong brackets, based on their number and the indentation. */
import type { OffsetRange } from '@writ/diagnostics';
import type { Closer, Container, Reader } from './reader.ts';
import { indentOf, type Token } from './tokens.ts';

/** Matches a closing bracket, one or two strings before a closing bracket, or two strings with a comma after each. */
const unopenedList = /^(?:\]|"[^"\n]*"\s*(?:\]|,\s*(?:"[^"\n]*"\s*,?\s*)?(?:"[^"\n]*"\s*,|\])))/;

/** Returns the kind of the closing bracket if the next value lacks its opening bracket; otherwise undefined. */
export function findUnopenedValue(reader: Reader, key: OffsetRange): Closer | undefined {
  const { text, surplus } = reader;
  const { start } = reader.token();
  if (surplus[']'] > 0 && unopenedList.test(text.slice(start, start + 1000))) return ']';
  if (surplus['}'] <= 0 || !reader.isKey()) return undefined;
  const own = indentOf(text, key.start);
  const next = indentOf(text, start);
  return own !== undefined && next !== undefined && next > own ? '}' : undefined;
}

/**
 * Reads a closing bracket and returns the end of the container, which is after the bracket, or before it if
 * the bracket closes an outer container. Returns undefined if the bracket is superfluous.
 */
export function readCloser(
  reader: Reader,
  open: Container,
  token: Token & { kind: Closer },
  comma?: Token,
): number | undefined {
  const { surplus } = reader;
  const outer = reader.open.slice(0, -1);
  if (token.kind === open.closer) {
    const next = reader.peek().kind;
    // The root object continues after the bracket.
    const isEarly = outer.length === 0 && surplus[token.kind] > 0 && (next === ',' || next === 'string');
    if (isEarly) reader.addFault('extra-bracket', token);
    else if (comma !== undefined) reader.addFault('trailing-comma', comma);
    reader.seek(token.end);
    return isEarly ? undefined : token.end;
  }
  if (surplus[token.kind] <= 0 && outer.some(({ closer }) => closer === token.kind)) {
    return closeUnclosed(reader, open);
  }
  // If one kind of bracket is superfluous and the other kind is missing, the bracket is of the wrong kind.
  const isWrong = surplus[open.closer] < 0;
  const other = { start: open.start, end: open.start + 1 };
  if (isWrong) reader.addFault('wrong-bracket', token, { write: open.closer, other });
  else reader.addFault('extra-bracket', token, { other });
  reader.seek(token.end);
  return isWrong ? token.end : undefined;
}

/** Whether the container ends before the next token, although no bracket closes it there. */
export function isUnclosed(reader: Reader, open: Container, comma?: Token): boolean {
  const isMissing = reader.surplus[open.closer] < 0;
  const isItem = open.kind === 'object' && reader.open.at(-2)?.kind === 'array';
  switch (reader.token().kind) {
    case 'end':
      return true;
    case ',':
      // The container is empty.
      return isMissing && reader.position === open.start + 1;
    case '{':
      // The brace begins the next item of the enclosing list.
      return isMissing && isItem && comma !== undefined;
    case 'string':
      if (open.kind === 'object') return reader.byIndent && isOutdented(reader, open);
      return reader.isKey() && (isMissing || isOutdented(reader, open));
    default:
      return false;
  }
}

/** Reports a missing closing bracket and returns the offset at which it belongs. */
export function closeUnclosed(reader: Reader, open: Container, comma?: Token): number {
  const isEnd = reader.token().kind === 'end';
  const at = isEnd ? reader.position : (comma?.start ?? reader.position);
  // At the end of the text, one fault covers all open containers.
  const unclosed = isEnd ? reader.open.toReversed() : [open];
  const { start } = unclosed[0] ?? open;
  const write = unclosed.map(({ closer }) => closer).join('');
  reader.addFault('missing-bracket', at, { write, other: { start, end: start + 1 } });
  reader.surplus[open.closer] += 1;
  // The comma belongs after the missing bracket.
  if (!isEnd && comma !== undefined) reader.seek(comma.start);
  return at;
}

/**
 * Whether the next token begins a line, is indented less than the keys of `open`, and no further than the keys of an
 * outer object.
 */
function isOutdented(reader: Reader, open: Container): boolean {
  const column = indentOf(reader.text, reader.token().start);
  if (column === undefined || column >= (open.column ?? Infinity)) return false;
  return reader.open.slice(0, -1).some((outer) => column <= (outer.column ?? -1));
}
