import { SourceText, type Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';

/** Maximum size of a file in bytes. */
export const MAX_BYTES: number = 2 ** 20;
const MAX_LEVELS = 64;

export interface DecodedFile {
  readonly source: SourceText;
  readonly findings: readonly Diagnostic[];
  /** Whether the file can be parsed: it is neither too large nor too deeply nested, and not UTF-16. */
  readonly readable: boolean;
}

/** Decodes a file and checks its size, encoding and depth. */
export function decodeFile(file: string, input: string | Uint8Array): DecodedFile {
  const decoded = decodeText(file, input);
  const deep = decoded.readable ? checkDepth(decoded.source) : undefined;
  return deep === undefined
    ? decoded
    : { ...decoded, findings: [...decoded.findings, deep], readable: false };
}

/** Decodes a file and checks its size and encoding. */
export function decodeText(file: string, input: string | Uint8Array): DecodedFile {
  const size = typeof input === 'string' ? Buffer.byteLength(input) : input.length;
  const emptySource = new SourceText(file, '');
  const refuse = (
    diagnostic: Omit<Diagnostic, 'code' | 'severity'>,
    rule: 'too-large' | 'wrong-encoding',
  ): DecodedFile => ({
    source: emptySource,
    findings: [finding(rule, { ...diagnostic, file, range: emptySource.rangeAt(0, 0) })],
    readable: false,
  });
  if (size > MAX_BYTES) {
    return refuse(
      {
        message: 'the file is larger than 1 MiB',
        hint: 'check the file name: no configuration file is this large',
      },
      'too-large',
    );
  }
  const utf16 = typeof input === 'string' ? undefined : detectUtf16(input);
  if (utf16 !== undefined) {
    const message = `the file is encoded in ${utf16}`;
    return refuse(
      { message, expected: 'UTF-8', hint: `save it as UTF-8, or convert it with iconv -f UTF-16 -t UTF-8` },
      'wrong-encoding',
    );
  }
  const findings: Diagnostic[] = [];
  let text = typeof input === 'string' ? input : new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
  const hasMark = text.startsWith('\ufeff');
  // Columns are counted without the mark, as in editors.
  if (hasMark) text = text.slice(1);
  const source = new SourceText(file, text);
  if (hasMark) {
    const message = 'the file begins with a byte-order mark, which is ignored';
    const hint = 'save the file as UTF-8 without a byte-order mark';
    findings.push(finding('byte-order-mark', { file, range: source.rangeAt(0, 0), message, hint }));
  }
  if (typeof input !== 'string') findings.push(...checkUtf8(input, source));
  return { source, findings, readable: true };
}

/** Detects UTF-16 by its byte-order mark, or by the zero byte of an ASCII character. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  if (bytes.length < 2 || (first === 0) === (second === 0)) return undefined;
  return second === 0
    ? 'UTF-16 (little-endian, without a byte-order mark)'
    : 'UTF-16 (big-endian, without a byte-order mark)';
}

/** Reports the first byte that is not valid UTF-8. */
function checkUtf8(bytes: Uint8Array, source: SourceText): Diagnostic[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decodedLength = (end: number): number | undefined => {
    try {
      return decoder.decode(bytes.subarray(0, end)).length;
    } catch {
      return undefined;
    }
  };
  if (decodedLength(bytes.length) !== undefined) return [];
  // A prefix that ends inside a character becomes valid without its last one to three bytes.
  const isValidNear = (end: number): boolean =>
    [0, 1, 2, 3].some((back) => decodedLength(Math.max(0, end - back)) !== undefined);
  let right = 0;
  let wrong = bytes.length;
  while (wrong - right > 4) {
    const middle = (right + wrong) >> 1;
    if (isValidNear(middle)) right = middle;
    else wrong = middle;
  }
  let end = wrong;
  while (decodedLength(end) === undefined) end -= 1;
  const units = decodedLength(end) ?? 0;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 1 : 0;
  const byte = (bytes[end] ?? 0).toString(16).padStart(2, '0').toUpperCase();
  return [
    finding('not-utf8', {
      file: source.name,
      range: source.rangeAt(units - mark, units - mark + 1),
      message: `the byte 0x${byte} is not valid UTF-8`,
      expected: 'UTF-8',
      hint: 'save the file as UTF-8; to convert an older encoding such as ISO 8859-1, run iconv -f ISO-8859-1 -t UTF-8',
    }),
  ];
}

/**
 * Checks the nesting depth. It counts brackets without recursion, because a file may contain a million of
 * them.
 */
function checkDepth(source: SourceText): Diagnostic | undefined {
  let level = 0;
  let inside = false;
  const { text } = source;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inside) {
      if (letter === '\\') at += 1;
      else if (letter === '"' || letter === '\n') inside = false;
    } else if (letter === '"') inside = true;
    else if (letter === '}' || letter === ']') level -= 1;
    else if (letter === '{' || letter === '[') {
      level += 1;
      if (level > MAX_LEVELS) {
        return finding('too-deep', {
          file: source.name,
          range: source.rangeAt(at, at + 1),
          message: `brackets are nested more than ${MAX_LEVELS} levels deep`,
          expected: 'a configuration, which has at most six levels',
        });
      }
    }
  }
  return undefined;
}
