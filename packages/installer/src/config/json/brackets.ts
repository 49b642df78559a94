/** Where brackets are missing, too many or of the wrong kind: their numbers and the indentation tell. */
import type { OffsetRange } from '@writ/diagnostics';
import type { Closer, Container, Reader } from './reader.ts';
import { indentOf, type Token } from './tokens.ts';

/** Nothing but a closing bracket, or strings between commas up to one: none of them is a key. */
const unopenedList = /^(?:\]|"[^"\n]*"\s*(?:\]|,\s*(?:"[^"\n]*"\s*,?\s*)?(?:"[^"\n]*"\s*,|\])))/;

/** What would close the container that is the value of a key, but has no opening bracket. */
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
 * Reads a closing bracket, and gives the end of the container: at the bracket that closes it or is written for one
 * that would, or before a bracket of an outer container, which is left. Undefined when the bracket is one too many.
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
    // The whole object continues after it.
    const isEarly = outer.length === 0 && surplus[token.kind] > 0 && (next === ',' || next === 'string');
    if (isEarly) reader.addFault('extra-bracket', token);
    else if (comma !== undefined) reader.addFault('trailing-comma', comma);
    reader.seek(token.end);
    return isEarly ? undefined : token.end;
  }
  if (surplus[token.kind] <= 0 && outer.some(({ closer }) => closer === token.kind)) {
    return closeUnclosed(reader, open);
  }
  // With a surplus of the one and a lack of the other, a bracket of the wrong kind was typed.
  const isWrong = surplus[open.closer] < 0;
  const other = { start: open.start, end: open.start + 1 };
  if (isWrong) reader.addFault('wrong-bracket', token, { write: open.closer, other });
  else reader.addFault('extra-bracket', token, { other });
  reader.seek(token.end);
  return isWrong ? token.end : undefined;
}

/** Whether the container ends before the next token, although no bracket closes it there. */
export function isUnclosed(reader: Reader, open: Container, comma?: Token): boolean {
  const isLacking = reader.surplus[open.closer] < 0;
  const isItem = open.kind === 'object' && reader.open.at(-2)?.kind === 'array';
  switch (reader.token().kind) {
    case 'end':
      return true;
    case ',':
      // It was to be empty.
      return isLacking && reader.position === open.start + 1;
    case '{':
      // The next item of the list around this object.
      return isLacking && isItem && comma !== undefined;
    case 'string':
      if (open.kind === 'object') return reader.byIndent && isOutdented(reader, open);
      return reader.isKey() && (isLacking || isOutdented(reader, open));
    default:
      return false;
  }
}

/** Reports the closing bracket of a container as missing, and gives the place where it belongs. */
export function closeUnclosed(reader: Reader, open: Container, comma?: Token): number {
  const isEnd = reader.token().kind === 'end';
  const at = isEnd ? reader.position : (comma?.start ?? reader.position);
  // When the text ends, it is one fault for all that is open.
  const unclosed = isEnd ? reader.open.toReversed() : [open];
  const { start } = unclosed[0] ?? open;
  const write = unclosed.map(({ closer }) => closer).join('');
  reader.addFault('missing-bracket', at, { write, other: { start, end: start + 1 } });
  reader.surplus[open.closer] += 1;
  // The comma was written for the value that the bracket ends.
  if (!isEnd && comma !== undefined) reader.seek(comma.start);
  return at;
}

/** Whether the next token begins a line as far left as the keys of an outer object. */
function isOutdented(reader: Reader, open: Container): boolean {
  const column = indentOf(reader.text, reader.token().start);
  if (column === undefined || column >= (open.column ?? Infinity)) return false;
  return reader.open.slice(0, -1).some((outer) => column <= (outer.column ?? -1));
}
