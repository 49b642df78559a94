import type { OffsetRange } from '@writ/diagnostics';
import { readString } from './strings.ts';
import { lineEnd } from './tokens.ts';
import type { Reader } from './reader.ts';

export interface Key extends OffsetRange {
  readonly key: string;
}

/** Reads a key and its colon; undefined when what stands there is no key, which is then stepped over. */
export function readKey(reader: Reader): Key | undefined {
  const { text, cursor, fault } = reader;
  const token = cursor.token();
  if (token.kind === 'string') {
    const { start, end, value } = readString(reader, 'key');
    return { key: String(value), start, end };
  }
  const rest = text.slice(token.start, lineEnd(text, token.start));
  const [, unopened] = /^([\w!$.~:/@-]+)"\s*:/.exec(rest) ?? [];
  if (unopened !== undefined) return take('missing-quote', unopened, 1);
  const [, bare] = /^([\w!$.-]+(?: [\w.-]+)*)\s*[:=]/.exec(rest) ?? [];
  if (bare !== undefined) return take('unquoted-key', bare, 0);
  const [run = rest] = /^[^,{}[\]"]*[^\s,{}[\]"]/.exec(rest) ?? [];
  fault('unexpected-text', token.start, token.start + run.length);
  cursor.seek(token.start + run.length);
  return undefined;

  function take(kind: 'missing-quote' | 'unquoted-key', key: string, quotes: number): Key {
    const end = token.start + key.length + quotes;
    fault(kind, token.start, end, { write: `"${key}"` });
    cursor.seek(end);
    return { key, start: token.start, end };
  }
}

/** Reads the colon after a key; false when there is neither a colon nor a value. */
export function readColon({ text, cursor, fault }: Reader, key: Key): boolean {
  const token = cursor.token();
  if (token.kind === ':') {
    cursor.advance();
    return true;
  }
  if (token.kind === 'unknown' && /^(=>?|->)/.test(token.value)) {
    const [sign = '='] = /^(=>?|->)/.exec(token.value) ?? [];
    fault('missing-colon', token.start, token.start + sign.length);
    cursor.seek(token.start + sign.length);
    return true;
  }
  const line = text.slice(key.end, lineEnd(text, key.end));
  const [stray] = /^[^:"{}[\]]{1,20}(?=:)/.exec(line) ?? [];
  if (stray !== undefined) {
    const start = key.end + stray.length - stray.trimStart().length;
    fault('unexpected-text', start, start + stray.trim().length);
    cursor.seek(key.end + stray.length + 1);
    return true;
  }
  const sameLine = token.start <= lineEnd(text, key.end);
  const opens = token.kind === '{' || token.kind === '[';
  const scalar = ['string', 'number', 'true', 'false', 'null', 'unknown'].includes(token.kind);
  if ((opens || (scalar && sameLine)) && !(token.kind === 'string' && cursor.peek().kind === ':')) {
    fault('missing-colon', key.end, key.end);
    return true;
  }
  fault('missing-value', key.start, key.end);
  return false;
}
