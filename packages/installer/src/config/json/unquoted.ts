import type { Reader } from './reader.ts';
import type { ScalarNode } from './tree.ts';

/** Literals with the words that represent them, in any case. */
const words = [
  [true, /^(?:true|yes|on)$/i],
  [false, /^(?:false|no|off)$/i],
  [null, /^(?:null|none|nil|undefined)$/i],
] as const;

/** Matches a template placeholder without quotes. */
export const placeholder: RegExp =
  /^(?:\{\{[^{}\n]*\}\}|<[A-Za-z][\w .-]*>|\$\{\w+\}|@[A-Z][A-Z0-9_]+@)(?=\s*(?:[,}\]]|$))/;

/** Matches the text up to a character that could begin or end another value. */
const run = /^[^,{}[\]"]*[^\s,{}[\]"]/;

/** Reads a number, a literal, a string without quotes, or a misspelt literal. */
export function readUnquoted(reader: Reader): ScalarNode {
  const { kind, start, end, value } = reader.token();
  const next = reader.peek();
  const continues = next.start === end && (next.kind === 'literal' || next.kind === 'unknown');
  if (kind === 'literal' && !continues) {
    return reader.readScalar(end, JSON.parse(value) as number | boolean | null);
  }
  const line = reader.line();
  // In `arch",`, the opening quote is missing.
  const [quoted, content] = /^([^"{}[\]]*?)"(?=\s*(?:[,}\]]|$))/.exec(line) ?? [];
  if (quoted !== undefined && content !== undefined && !/,\s/.test(content)) {
    return reader.readScalar(start + quoted.length, content, 'missing-quote', `"${content}"`);
  }
  const [unfilled] = placeholder.exec(line) ?? [];
  if (unfilled !== undefined) {
    return { ...reader.readScalar(start + unfilled.length, null, 'wrong-value'), kind: 'invalid' };
  }
  const [found = value] = run.exec(line) ?? [];
  const to = start + found.length;
  const [word] = words.find(([, written]) => written.test(found)) ?? [];
  if (word !== undefined) return reader.readScalar(to, word, 'wrong-value', String(word));
  if (/^[-+]?\.?\d[\d_.]*(e[-+]?\d*)?$/i.test(found) && !/\..*\./.test(found)) {
    const number = Number(found.replaceAll('_', ''));
    return reader.readScalar(
      to,
      number,
      'wrong-number',
      Number.isFinite(number) ? String(number) : undefined,
    );
  }
  return reader.readScalar(to, found, 'wrong-value', JSON.stringify(found));
}

/** Reads a key that lacks its quotes or its opening quote. Skips any other text and returns undefined. */
export function readUnquotedKey(reader: Reader): ScalarNode | undefined {
  const { start } = reader.token();
  const line = reader.line();
  const [, halfQuoted] = /^([\w!$.~:/@-]+)"\s*:/.exec(line) ?? [];
  if (halfQuoted !== undefined) {
    return reader.readScalar(start + halfQuoted.length + 1, halfQuoted, 'missing-quote', `"${halfQuoted}"`);
  }
  const [, bare] = /^([\w!$.-]+(?: [\w.-]+)*)\s*[:=]/.exec(line) ?? [];
  if (bare !== undefined) return reader.readScalar(start + bare.length, bare, 'unquoted-key', `"${bare}"`);
  const [found = line] = run.exec(line) ?? [];
  reader.readScalar(start + found.length, found, 'unexpected-text');
  return undefined;
}
