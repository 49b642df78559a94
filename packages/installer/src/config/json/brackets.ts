/** Where brackets are missing, too many or of the wrong kind: how the text around them tells. */
import type { Open, Reader } from './reader.ts';
import { indentOf, type Token } from './tokens.ts';

/** Nothing but a closing bracket, or texts between commas up to one: none of them is a key. */
export function beginsUnopenedList({ text, cursor }: Reader, token: Token): boolean {
  if (token.kind === ']') return true;
  if (token.kind !== 'string' || token.form !== undefined) return false;
  const { kind } = cursor.peek();
  return (
    kind === ']' ||
    (kind === ',' &&
      /^\s*,\s*(?:"[^"\n]*"\s*,?\s*)?(?:"[^"\n]*"\s*,|\])/.test(text.slice(token.end, token.end + 1000)))
  );
}

/** Reports an opening bracket as missing before a token, and gives the place where it belongs. */
export function unopened({ fault, surplus }: Reader, token: Token, closer: '}' | ']'): number {
  surplus[closer] -= 1;
  fault('missing-bracket', token.start, token.start, { write: closer === ']' ? '[' : '{' });
  return token.start;
}

/** Whether a text stands behind a value in its line, and is no key: to add a comma would not make it one. */
export function isStray({ text, cursor }: Reader, token: Token): boolean {
  const { kind } = cursor.peek();
  return (
    token.kind === 'string' &&
    token.form === undefined &&
    indentOf(text, token.start) === undefined &&
    (kind === ',' || kind === '}')
  );
}

/** Whether the object goes on behind this closing bracket, which is then one too many. */
export function goesOn({ cursor, fault, surplus }: Reader, token: Token): boolean {
  const next = cursor.peek();
  if (next.kind !== ',' && next.kind !== 'string') return false;
  if (surplus['}'] <= 0) return false;
  fault('extra-bracket', token.start, token.end);
  cursor.advance();
  return true;
}

/**
 * A closing bracket of the other kind, or one that has been taken for too many: either this container's own is
 * missing before it (true, the bracket is left), or it is written for it (true, taken), or it is too many (false).
 */
export function endsHere(reader: Reader, open: Open, token: Token): boolean {
  const { cursor, fault, surplus } = reader;
  const bracket = token.kind as '}' | ']';
  if (bracket === open.closer) return false;
  const other = { start: open.start, end: open.start + 1 };
  // With a surplus of the one and a lack of the other, a bracket of the wrong kind was typed.
  if (surplus[bracket] <= 0 && reader.open.slice(0, -1).some(({ closer }) => closer === bracket)) {
    const at = cursor.previousEnd();
    fault('missing-bracket', at, at, { write: open.closer, other });
    return true;
  }
  if (surplus[open.closer] < 0) {
    fault('wrong-bracket', token.start, token.end, { write: open.closer, other });
    cursor.advance();
    return true;
  }
  fault('extra-bracket', token.start, token.end, { other });
  cursor.advance();
  return false;
}

/** Reports this container's own closing bracket as missing and gives the place where it belongs. */
export function missing(reader: Reader, open: Open, token: Token, comma?: Token): number {
  const { cursor, fault } = reader;
  const at = token.kind === 'end' ? cursor.previousEnd() : (comma?.start ?? cursor.previousEnd());
  if (token.kind !== 'end') {
    fault('missing-bracket', at, at, {
      write: open.closer,
      other: { start: open.start, end: open.start + 1 },
    });
    // The comma was written for the value that the bracket ends.
    if (comma !== undefined) cursor.seek(comma.start);
    return at;
  }
  // One cause for all that is open: the text ends.
  const innermost = reader.open.at(-1) ?? open;
  const write = reader.open
    .map(({ closer }) => closer)
    .toReversed()
    .join('');
  fault('missing-bracket', at, at, { write, other: { start: innermost.start, end: innermost.start + 1 } });
  return at;
}

/** Whether another item of the list around an object begins here: the object was not closed. */
export function beginsNextItem({ open, surplus }: Reader, { kind }: Token): boolean {
  if (kind !== '{' || surplus['}'] >= 0 || open.at(-2)?.closer !== ']') return false;
  surplus['}'] += 1;
  return true;
}

/** Whether a comma stands right behind an opening bracket whose closing one is missing: it was to be empty. */
export function isUnclosed({ surplus, text }: Reader, { start, closer }: Open, token: Token): boolean {
  return token.kind === ',' && surplus[closer] < 0 && text.slice(start + 1, token.start).trim() === '';
}

/** Whether this token begins a line as far left as the line in which the list opens. */
export function outside({ text }: Reader, open: Open, token: Token): boolean {
  const column = indentOf(text, token.start);
  const line = Math.max(text.lastIndexOf('\n', open.start), text.lastIndexOf('\r', open.start)) + 1;
  const [blanks = ''] = /^[ \t]*/.exec(text.slice(line, open.start)) ?? [];
  return column !== undefined && text.slice(line, token.start).includes('\n') && column <= blanks.length;
}

/** Whether this token begins a line as far left as the keys of an outer object: this one was not closed. */
export function outdented(reader: Reader, open: Open, token: Token): boolean {
  if (!reader.byIndent || token.kind !== 'string') return false;
  const column = indentOf(reader.text, token.start);
  if (column === undefined || open.column === undefined || column >= open.column) return false;
  return reader.open.slice(0, -1).some((outer) => outer.column === column);
}
