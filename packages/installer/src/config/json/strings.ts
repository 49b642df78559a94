import { lineEnd, type Token } from './tokens.ts';
import type { Reader } from './reader.ts';
import type { ScalarNode } from './tree.ts';

/** How many lines are searched for the end of a text that was broken over lines. */
const MOST_LINES = 50;

const letters = /\p{Cc}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\(?:u[0-9a-fA-F]{0,3}|[^]|$)/gu;

/** Reads the string at the cursor, whole or not, and names what is wrong with it. */
export function readString(reader: Reader, role: 'key' | 'value'): ScalarNode {
  const { cursor, fault } = reader;
  const token = cursor.token();
  if (token.form === 'single' || token.form === 'curly') {
    fault('wrong-quotes', token.start, token.end, { write: JSON.stringify(token.value) });
    cursor.advance();
    return text(token.start, token.end, token.value);
  }
  const meant =
    (role === 'key' ? keyWithoutEnd(reader, token) : undefined) ??
    brokenOver(reader, token, role) ??
    quotesWithin(reader, token, role);
  if (meant !== undefined) return meant;
  if (token.form === 'open') return withoutEnd(reader, token);
  checkLetters(reader, token);
  cursor.advance();
  return text(token.start, token.end, token.value);
}

function text(start: number, end: number, value: string): ScalarNode {
  return { kind: 'string', start, end, value };
}

/** What stands behind the closing quote of a whole text. */
const behind = { key: /^\s*:/, value: /^\s*([,}\]]|$)/ };

/** `"hostname: "arch"`: the quote before the colon is missing. */
function keyWithoutEnd({ text: source, cursor, fault }: Reader, token: Token): ScalarNode | undefined {
  if (cursor.peek().kind === ':' && token.form !== 'open') return undefined;
  const [, key] =
    /^"((?:[^\s":,{}[\]]|:\/\/)+(?: [\w-]+)?)\s*:(?!\/\/)/.exec(source.slice(token.start, token.end)) ?? [];
  if (key === undefined) return undefined;
  const end = token.start + 1 + key.length;
  fault('missing-quote', token.start, end, { write: `"${key}"` });
  cursor.seek(end);
  return text(token.start, end, key);
}

/** A text that holds real line breaks: its quote closes some lines below, where a value may end. */
function brokenOver(
  { text: source, cursor, fault }: Reader,
  token: Token,
  role: 'key' | 'value',
): ScalarNode | undefined {
  if (token.form !== 'open') return undefined;
  let at = token.end;
  for (let line = 0; line < MOST_LINES && at < source.length; line += 1) {
    const start = at + (source.startsWith('\r\n', at) ? 2 : 1);
    at = lineEnd(source, start);
    const content = source.slice(start, at);
    const quote = content.indexOf('"');
    if (quote < 0) {
      if (/^\s*([{}[\]]|$)/.test(content)) return undefined;
      continue;
    }
    const before = content.slice(0, quote).trim();
    const after = content.slice(quote + 1);
    if (!behind[role].test(after) || (before === '' && after.trim() === '')) return undefined;
    const end = start + quote + 1;
    fault('line-break', token.end, token.end, { count: line + 1 });
    cursor.seek(end);
    return text(token.start, end, source.slice(token.start + 1, end - 1));
  }
  return undefined;
}

/** A string after which its line goes on as text: a quote too many inside it, or one missing before a comma. */
function quotesWithin(
  { text: source, cursor, fault }: Reader,
  token: Token,
  role: 'key' | 'value',
): ScalarNode | undefined {
  if (token.form === 'open') return undefined;
  const next = cursor.peek();
  const goesOn = ['unknown', 'number', 'true', 'false', 'null'].includes(next.kind);
  if (!goesOn) return undefined;
  const limit = lineEnd(source, token.start);
  // Behind a key, what stands apart takes the place of its colon.
  if (next.start >= limit || (role === 'key' && next.start > token.end)) return undefined;
  const [comma] = /,\s*$/.exec(source.slice(token.start, token.end - 1)) ?? [];
  if (role === 'value' && comma !== undefined && next.start === token.end) {
    const end = token.end - 1 - comma.length;
    fault('missing-quote', token.start, end);
    cursor.seek(end);
    return text(token.start, end, source.slice(token.start + 1, end));
  }
  const rest = source.slice(token.end, limit);
  const ends = [...rest.matchAll(/"/g)].map(({ index }) => index);
  const last = ends.find((at) => behind[role].test(rest.slice(at + 1)));
  const through = last === undefined ? undefined : rest.slice(0, last + 1);
  // A colon in between is that of another key.
  if (through === undefined || (role === 'value' ? /"\s*:/ : /:(?!\/\/)/).test(through)) return undefined;
  const end = token.end + through.length;
  const quotes = source.slice(token.end - 1, end - 1).split('"').length - 1;
  fault('inner-quote', token.end - 1, token.end, { count: quotes });
  cursor.seek(end);
  return text(token.start, end, source.slice(token.start + 1, end - 1));
}

/** The closing quote is missing: what closes the containers at the line's end is not part of the text. */
function withoutEnd({ text: source, cursor, fault }: Reader, token: Token): ScalarNode {
  let content = source.slice(token.start + 1, token.end).replace(/[\s,]+$/, '');
  const count = (bracket: string): number => content.split(bracket).length - 1;
  for (
    let [closer] = /[}\]]$/.exec(content) ?? [];
    closer !== undefined;
    [closer] = /[}\]]$/.exec(content) ?? []
  ) {
    if (count(closer) <= count(closer === '}' ? '{' : '[')) break;
    content = content.slice(0, -1).replace(/[\s,]+$/, '');
  }
  const end = token.start + 1 + content.length;
  fault('missing-quote', token.start, end);
  cursor.seek(end);
  return text(token.start, end, content);
}

function checkLetters({ text: source, fault }: Reader, token: Token): void {
  const inside = source.slice(token.start + 1, token.end - 1);
  const controls: number[] = [];
  const escapes: { at: number; length: number; write: string }[] = [];
  for (const match of inside.matchAll(letters)) {
    const [found] = match;
    const at = token.start + 1 + match.index;
    if (found < ' ') controls.push(at);
    else if (found.startsWith('\\') && !/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/.test(found))
      escapes.push({ at, length: found.length, write: found === "\\'" ? "'" : `\\${found}` });
  }
  const [control] = controls;
  if (control !== undefined) {
    const write = JSON.stringify(source[control]).slice(1, -1);
    fault('control-character', control, control + 1, { write, count: controls.length });
  }
  const [escape] = escapes;
  if (escape !== undefined) {
    const { at, length, write } = escape;
    fault('wrong-escape', at, at + length, { write, count: escapes.length });
  }
}
