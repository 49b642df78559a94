import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding, type RuleName } from './finding-codes.ts';
import type { Fault, FaultKind } from './json/faults.ts';

interface FaultText {
  readonly message: string;
  readonly expected?: string;
  readonly hint?: string;
  /** What is told about the fault's other place. */
  readonly other?: string;
}

/** What the words of a fault may tell of the text: a secret is never among it. */
interface FaultContext {
  readonly fault: Fault;
  /** The text of a range, in quotes; nothing when it is a secret or too long to help. */
  quote(range: OffsetRange | undefined): string | undefined;
  lineOf(range: OffsetRange | undefined): number;
  /** The text is what archinstall writes instead of credentials that anybody could read. */
  readonly isEncrypted: boolean;
}

const andMore = (count = 1): string => (count > 1 ? ` (and ${count - 1} more in this text)` : '');
const writeHint = ({ fault }: FaultContext): { hint?: string } =>
  fault.write === undefined ? {} : { hint: `write ${fault.write}` };
const bracketNames: Readonly<Record<string, string>> = {
  '{': 'brace',
  '}': 'brace',
  '[': 'bracket',
  ']': 'bracket',
};

const descriptions: Readonly<Record<FaultKind, (said: FaultContext) => FaultText>> = {
  'empty-file': () => ({
    message: 'the file is empty',
    expected: 'a JSON object with bootloader, kernels, mirror-region, and !root-password or !users',
  }),
  'not-an-object': ({ quote, fault, isEncrypted }) => ({
    message: isEncrypted
      ? 'the file is encrypted'
      : quote(fault) === '"["'
        ? 'the file holds a list'
        : 'the file does not begin with an object',
    ...(isEncrypted ? { hint: 'archinstall writes credentials like this; Writ reads them decrypted' } : {}),
    expected: 'a JSON object: { "bootloader": …, "kernels": …, "mirror-region": …, … }',
  }),
  'too-many-faults': () => ({
    message: 'more than a hundred faults: the rest is not read',
    hint: 'is this a JSON file?',
  }),
  'second-object': () => ({
    message: 'a second object begins here; a file holds one',
    hint: 'put the keys of both into one pair of braces; their keys are checked together here',
    other: 'the first object begins here',
  }),
  'text-after-object': () => ({
    message: 'text stands behind the end of the object',
    hint: 'remove it, or the brace that ends the object too early',
  }),
  'trailing-comma': () => ({
    message: 'a comma stands before the closing bracket',
    hint: 'remove the comma: no value follows it',
  }),
  'missing-comma': ({ fault, quote, lineOf }) => {
    if (fault.end > fault.start)
      return { message: 'a semicolon stands where a comma belongs', hint: 'write ,' };
    const next = quote(fault.other);
    const behind = next === undefined ? 'the next value' : next;
    return {
      message: `a comma is missing before ${behind} on line ${lineOf(fault.other)}`,
      hint: 'add , here',
    };
  },
  'extra-comma': () => ({
    message: 'a comma without a value before it',
    hint: 'remove the comma, or add the value',
  }),
  'missing-colon': ({ fault }) =>
    fault.end > fault.start
      ? { message: 'key and value are joined by something else than a colon', hint: 'write :' }
      : { message: 'a colon is missing between key and value', hint: 'add : here' },
  'missing-value': ({ fault, quote }) => {
    const key = quote(fault.other ?? fault);
    return {
      message: `${key === undefined ? 'this key' : `the key ${key}`} has no value`,
      hint: 'add its value, or remove the key',
    };
  },
  'value-without-key': () => ({
    message: 'a value without a key in an object',
    hint: 'give it a key, or remove its brackets',
  }),
  'missing-quote': (said) => ({ message: 'one of the two quotation marks is missing', ...writeHint(said) }),
  'inner-quote': ({ fault }) => ({
    message: `a quotation mark ends this text in its middle${(fault.count ?? 2) > 2 ? ` (and ${(fault.count ?? 2) - 1} more)` : ''}`,
    hint: String.raw`inside a text write \"`,
  }),
  'wrong-quotes': (said) => ({
    message: 'these are not the quotation marks of JSON',
    expected: 'straight double ones',
    ...writeHint(said),
  }),
  'unquoted-key': (said) => ({ message: 'a key without quotation marks', ...writeHint(said) }),
  'wrong-value': (said) =>
    said.fault.write === undefined
      ? {
          message: 'this looks like a placeholder that was not filled in',
          hint: 'write what it stands for, text in quotation marks',
        }
      : {
          message: /^(true|false|null)$/.test(said.fault.write ?? '')
            ? 'this word is written otherwise in JSON'
            : 'a text without quotation marks',
          ...writeHint(said),
        },
  'wrong-number': (said) => ({ message: 'JSON does not write numbers like this', ...writeHint(said) }),
  'control-character': (said) => ({
    message: `a control character inside a text${andMore(said.fault.count)}`,
    ...writeHint(said),
  }),
  'line-break': ({ fault }) => ({
    message: `the text goes on over ${fault.count === 1 ? 'a line break' : `${fault.count} line breaks`}`,
    hint: String.raw`write \n for a line break inside a text`,
  }),
  'wrong-escape': (said) => ({
    message: `JSON has no such escape${andMore(said.fault.count)}`,
    expected: String.raw`\" \\ \/ \b \f \n \r \t or \u and four hexadecimal digits`,
    ...writeHint(said),
  }),
  'missing-bracket': ({ fault, lineOf }) => {
    const bracket = fault.write ?? '}';
    if (fault.other === undefined)
      return {
        message: `the ${bracket} that begins the ${bracket === '[' ? 'list' : 'object'} is missing`,
        hint: `add ${bracket} here`,
      };
    const which = `${bracketNames[bracket.at(0) ?? '}'] ?? 'bracket'} of line ${lineOf(fault.other)}`;
    return bracket.length > 1
      ? {
          message: `the text ends before ${bracket.length} brackets are closed`,
          hint: `add ${bracket} where they belong`,
          other: 'the innermost of them',
        }
      : { message: `the ${which} is not closed`, hint: `add ${bracket} here`, other: 'it opens here' };
  },
  'extra-bracket': ({ fault }) => ({
    message:
      fault.end - fault.start > 1
        ? 'brackets too many'
        : 'a bracket too many: nothing is open that it could close',
    hint: 'remove it, or open what it is to close',
    ...(fault.other === undefined ? {} : { other: 'what was open begins here' }),
  }),
  'wrong-bracket': ({ fault }) =>
    fault.other === undefined
      ? { message: 'a list holds no keys', hint: 'write { } around keys with values, instead of [ ]' }
      : { message: 'the wrong kind of bracket', hint: `write ${fault.write}`, other: 'it closes this one' },
  comment: () => ({
    message: 'JSON has no comments',
    hint: 'remove it; a key that begins with x- may hold a remark',
  }),
  'odd-blank': ({ fault }) => ({
    message: `a blank that JSON does not have${fault.end - fault.start > 1 ? ', several times' : ''}`,
    hint: 'write a space: this one came with a text from elsewhere',
  }),
  'unexpected-text': () => ({
    message: 'this belongs to no key and no value',
    hint: 'remove it, or write it as "key": value',
  }),
};

/** The findings of a text's faults. `hides` tells whether a place holds a secret. */
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
    const { other, ...said } = descriptions[fault.kind]({ fault, quote, lineOf, isEncrypted });
    const range = source.rangeAt(fault.start, fault.end);
    // What to write is taken from the text.
    const hint = said.hint !== undefined && fault.write !== undefined && hides(fault) ? {} : hintOf(said);
    return finding(fault.kind satisfies RuleName, {
      file: source.name,
      range,
      message: said.message,
      ...defined({ expected: said.expected }),
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
