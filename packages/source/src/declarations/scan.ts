/** A token of a declaration file, with its offsets. */
export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'bigint' | 'sign' | 'end';
  readonly start: number;
  readonly end: number;
  /** The unescaped content of a string; the source text of other tokens, without the separators in numbers. */
  readonly value: string;
}

/** Whitespace and comments. */
const SKIPPED = /(?:[\s\uFEFF]+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const NAME = /#?[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy;
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)(n?)/y;
const STRING = /"((?:[^"\\\r\n]|\\[^])*)"|'((?:[^'\\\r\n]|\\[^])*)'/y;
const TEMPLATE_PIECE = /((?:[^`\\$]|\\[^]|\$(?!\{))*)(`|\$\{)/y;
const SIGN = /\.{3}|=>|\?\.|[^]/y;

/** Thrown for unsupported syntax: the type or the declaration that contains it is skipped. */
export class UnreadableError extends Error {}

export function scanToken(text: string, from: number): Token {
  const start = from + matchAt(SKIPPED, text, from)![0].length;
  if (start >= text.length) return { kind: 'end', start: text.length, end: text.length, value: '' };
  const token = (kind: Token['kind'], length: number, value: string): Token => {
    return { kind, start, end: start + length, value };
  };
  const name = matchAt(NAME, text, start);
  if (name !== null) return token('name', name[0].length, name[0]);
  const number = /[\d.]/.test(text[start]!) ? matchAt(NUMBER, text, start) : null;
  if (number !== null) {
    const digits = number[0].replaceAll('_', '');
    return token(number[1] === 'n' ? 'bigint' : 'number', number[0].length, digits);
  }
  const string = matchAt(STRING, text, start);
  if (string !== null) return token('string', string[0].length, unescapeString(string[1] ?? string[2] ?? ''));
  const [sign] = matchAt(SIGN, text, start)!;
  return token('sign', sign.length, sign);
}

/**
 * Scans the text of a template from `from` up to the next `${` or to the closing backtick; `end` is the offset after
 * either.
 */
export function scanTemplate(
  text: string,
  from: number,
): { readonly cooked: string; readonly end: number; readonly isLast: boolean } {
  const piece = matchAt(TEMPLATE_PIECE, text, from);
  if (piece === null) return { cooked: '', end: text.length, isLast: true };
  const [whole, inside = '', closing] = piece;
  return { cooked: unescapeString(inside), end: from + whole.length, isLast: closing === '`' };
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};

function unescapeString(text: string): string {
  return text.replaceAll(
    /\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|\r\n|([^]))/g,
    (_, point?: string, unit?: string, byte?: string, other?: string) => {
      const code = point ?? unit ?? byte;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      // A backslash at the end of a line adds no character.
      if (other === undefined || /[\r\n\u2028\u2029]/.test(other)) return '';
      return ESCAPES[other] ?? other;
    },
  );
}
