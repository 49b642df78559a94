import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding, type RuleName } from './finding-codes.ts';
import type { Fault, FaultKind } from './json/faults.ts';

interface FaultText {
  readonly message: string;
  readonly expected?: string;
  readonly hint?: string;
  /** The message at the fault's related location. */
  readonly other?: string;
}

/** Information for describing a fault in a message. Secrets are never quoted. */
interface FaultContext {
  readonly fault: Fault;
  /** Returns the content of a range in quotes; undefined for a secret, and for content that is too long. */
  quote(range: OffsetRange | undefined): string | undefined;
  lineOf(range: OffsetRange | undefined): number;
  /** Whether the file was encrypted by archinstall. */
  readonly isEncrypted: boolean;
}

const andMore = (count = 1): string => (count > 1 ? ` (and ${count - 1} more in this string)` : '');
const writeHint = ({ fault }: FaultContext): { hint?: string } =>
  fault.write === undefined ? {} : { hint: `write ${fault.write}` };
const bracketNames: Readonly<Record<string, string>> = {
  '{': 'brace',
  '}': 'brace',
  '[': 'bracket',
  ']': 'bracket',
};

const descriptions: Readonly<Record<FaultKind, (context: FaultContext) => FaultText>> = {
  'empty-file': () => ({
    message: 'the file is empty',
    expected: 'a JSON object with bootloader, kernels, mirror-region, and !root-password or !users',
  }),
  'not-an-object': ({ quote, fault, isEncrypted }) => ({
    message: isEncrypted
      ? 'the file is encrypted'
      : quote(fault) === '"["'
        ? 'the file contains a list, not an object'
        : 'the file does not begin with an object',
    ...(isEncrypted ? { hint: 'archinstall encrypts credentials in this form; decrypt them first' } : {}),
    expected: 'a JSON object: { "bootloader": …, "kernels": …, "mirror-region": …, … }',
  }),
  'too-many-faults': () => ({
    message: 'more than 100 syntax errors; the rest of the file is not read',
    hint: 'pass a JSON file',
  }),
  'second-object': () => ({
    message: 'a second object begins here, but a file must contain only one',
    hint: 'put all keys into one object; the other findings treat the objects as merged',
    other: 'the first object begins here',
  }),
  'text-after-object': () => ({
    message: 'unexpected text after the JSON object',
    hint: 'remove it, or the brace that ends the object too early',
  }),
  'trailing-comma': () => ({
    message: 'trailing comma',
    hint: 'remove the comma',
  }),
  'missing-comma': ({ fault, quote, lineOf }) => {
    if (fault.end > fault.start) return { message: 'semicolon instead of a comma', hint: 'write a comma' };
    const next = quote(fault.other);
    const following = next === undefined ? 'the next value' : next;
    return {
      message: `missing comma before ${following} on line ${lineOf(fault.other)}`,
      hint: 'add a comma here',
    };
  },
  'extra-comma': () => ({
    message: 'comma without a value before it',
    hint: 'remove the comma, or add the value',
  }),
  'missing-colon': ({ fault }) =>
    fault.end > fault.start
      ? { message: 'a key and its value must be separated by a colon', hint: 'write a colon' }
      : { message: 'missing colon between a key and its value', hint: 'add a colon here' },
  'missing-value': ({ fault, quote }) => {
    const key = quote(fault.other ?? fault);
    return {
      message: `${key === undefined ? 'this key' : `the key ${key}`} has no value`,
      hint: 'add its value, or remove the key',
    };
  },
  'value-without-key': () => ({
    message: 'a value in the object has no key',
    hint: 'add a key, or remove the brackets around the value',
  }),
  'missing-quote': (context) => ({ message: 'missing quote', ...writeHint(context) }),
  'inner-quote': ({ fault }) => ({
    message: `this string contains an unescaped quote${(fault.count ?? 2) > 2 ? ` (and ${(fault.count ?? 2) - 1} more)` : ''}`,
    hint: String.raw`inside a string, write \"`,
  }),
  'wrong-quotes': (context) => ({
    message: 'wrong quotes',
    expected: 'straight double quotes',
    ...writeHint(context),
  }),
  'unquoted-key': (context) => ({ message: 'key without quotes', ...writeHint(context) }),
  'wrong-value': (context) =>
    context.fault.write === undefined
      ? {
          message: 'this looks like a placeholder that was not filled in',
          hint: 'write the value; strings must be in quotes',
        }
      : {
          message: /^(true|false|null)$/.test(context.fault.write ?? '')
            ? 'not a JSON literal'
            : 'string without quotes',
          ...writeHint(context),
        },
  'wrong-number': (context) => ({ message: 'not a valid JSON number', ...writeHint(context) }),
  'control-character': (context) => ({
    message: `control character inside a string${andMore(context.fault.count)}`,
    ...writeHint(context),
  }),
  'line-break': ({ fault }) => ({
    message: `the string contains ${fault.count === 1 ? 'an unescaped line break' : `${fault.count} unescaped line breaks`}`,
    hint: String.raw`write \n for a line break inside a string`,
  }),
  'wrong-escape': (context) => ({
    message: `invalid escape sequence${andMore(context.fault.count)}`,
    expected: String.raw`\" \\ \/ \b \f \n \r \t or \u and four hexadecimal digits`,
    ...writeHint(context),
  }),
  'missing-bracket': ({ fault, lineOf }) => {
    const bracket = fault.write ?? '}';
    if (fault.other === undefined)
      return {
        message: `the ${bracket} that opens the ${bracket === '[' ? 'list' : 'object'} is missing`,
        hint: `add ${bracket} here`,
      };
    const which = `${bracketNames[bracket.at(0) ?? '}'] ?? 'bracket'} on line ${lineOf(fault.other)}`;
    return bracket.length > 1
      ? {
          message: `the file ends before ${bracket.length} brackets are closed`,
          hint: `add ${bracket} where the brackets belong`,
          other: 'the innermost unclosed bracket',
        }
      : { message: `the ${which} is not closed`, hint: `add ${bracket} here`, other: 'it opens here' };
  },
  'extra-bracket': ({ fault }) => ({
    message: fault.end - fault.start > 1 ? 'unexpected closing brackets' : 'unexpected closing bracket',
    hint: 'remove it, or add the opening bracket',
    ...(fault.other === undefined ? {} : { other: 'the object or list begins here' }),
  }),
  'wrong-bracket': ({ fault }) =>
    fault.other === undefined
      ? { message: 'a list cannot contain keys', hint: 'enclose keys and values in { } instead of [ ]' }
      : { message: 'wrong kind of bracket', hint: `write ${fault.write}`, other: 'it closes this bracket' },
  comment: () => ({
    message: 'comments are not allowed in JSON',
    hint: 'remove the comment; for notes, use a key that begins with x-',
  }),
  'invalid-whitespace': ({ fault }) => ({
    message: `whitespace that JSON does not allow${fault.end - fault.start > 1 ? ' (several characters)' : ''}`,
    hint: 'write a plain space',
  }),
  'unexpected-text': () => ({
    message: 'unexpected text',
    hint: 'remove it, or write "key": value',
  }),
};

/** Creates the findings for syntax errors. `hides` returns true for a range that contains a secret. */
export function syntaxFindings(
  source: SourceText,
  faults: readonly Fault[],
  hides: (range: OffsetRange) => boolean,
): Diagnostic[] {
  const { text } = source;
  const quote = (range: OffsetRange | undefined): string | undefined => {
    if (range === undefined || range.end - range.start > 60 || hides(range)) return undefined;
    const found = text.slice(range.start, range.end);
    return found.startsWith('"') ? found : `"${found}"`;
  };
  const lineOf = (range: OffsetRange | undefined): number => source.positionAt(range?.start ?? 0).line;
  const isEncrypted = /^\s*"?\$argon2/.test(text);
  return faults.map((fault) => {
    const { other, ...words } = descriptions[fault.kind]({ fault, quote, lineOf, isEncrypted });
    const range = source.rangeAt(fault.start, fault.end);
    // Omit a hint that would quote a secret from the file.
    const hint = words.hint !== undefined && fault.write !== undefined && hides(fault) ? {} : hintOf(words);
    return finding(fault.kind satisfies RuleName, {
      file: source.name,
      range,
      message: words.message,
      ...defined({ expected: words.expected }),
      ...hint,
      ...(other === undefined || fault.other === undefined
        ? {}
        : {
            related: [
              {
                message: other,
                file: source.name,
                range: source.rangeAt(fault.other.start, fault.other.end),
              },
            ],
          }),
    });
  });
}

function hintOf({ hint }: FaultText): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
