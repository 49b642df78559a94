import { MASK, nearest, type OffsetRange } from '@writ/diagnostics';
import { indentOf } from './json/tokens.ts';
import type { JsonNode } from './json/tree.ts';
import { walk } from './pointers.ts';
import { canShowBelowSecret } from './known-names.ts';
import { isPublicKey } from './public-key.ts';

const secretWords = /pass|secret|psk|token|enc_|^(?:super)?users$/i;
/** Keys of secrets that are recognized even if they are misspelt. */
const secretNames = ['password', 'root-password', 'enc_password', 'root_enc_password', 'encryption-password'];

/** A cache of results, because all enclosing keys of every value are tested. */
const cache = new Map<string, boolean>();

/** Whether the whole value of a key with this name is a secret. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('!') || secretWords.test(key)) return true;
  // The key is too short or too long to be a misspelt name.
  if (key.length < 6 || key.length > 30) return false;
  let secret = cache.get(key);
  if (secret === undefined) {
    if (cache.size > 1000) cache.clear();
    secret = nearest(key, secretNames) !== undefined;
    cache.set(key, secret);
  }
  return secret;
}

/** Functions that find secrets in a string by their format, in linear time. */
const textForms: readonly ((text: string) => OffsetRange[])[] = [
  userInfoRanges,
  userInfoWithoutScheme,
  // A password in an address without an @. A port consists of digits only.
  (text) => matchRanges(text, /(?<=\/\/[^\s"'/:]*:)(?!\d{1,5}(?:[/"'\s;,)}\]?#&|<>]|$))[^\s"'/]+/g),
  wordBeforeHost,
  // A query parameter in an address.
  (text) =>
    matchRanges(text, /(?<=[?&][\w-]{0,32}(?:token|key|secret|pass|auth|sig)[\w-]{0,32}=)[^&#\s"'`•]+/gi),
  // A crypt(3) hash.
  (text) => matchRanges(text, /\$(?:y|gy|7|6|5|1|2[abxy]?|argon2[id]+)\$[^\s"':,]{8,}/g),
];

function matchRanges(text: string, pattern: RegExp): OffsetRange[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** Finds the user and password in addresses, up to the last @, because a password may contain @ and slashes. */
function userInfoRanges(text: string): OffsetRange[] {
  if (!text.includes('@')) return [];
  return matchRanges(text, /[^\n"'`]+/g).flatMap(({ start, end }) => {
    const before = text.slice(start, end).lastIndexOf('@');
    const part = text.slice(start, start + before + 1);
    const scheme = /:\/{2,4}(?!\/)(?=[^/]*[@:])/.exec(part);
    const begin = scheme === null ? before : scheme.index + scheme[0].length;
    return begin >= before ? [] : [{ start: start + begin, end: start + before }];
  });
}

/** Finds the user and password in addresses without a scheme: a name, a colon and a password before @. */
function userInfoWithoutScheme(text: string): OffsetRange[] {
  return offsetsOfAt(text).flatMap((at) => {
    const start = skipBack(text, at, /[^\n"'/@]/);
    const colon = text.slice(start, at).indexOf(':');
    if (colon < 0 || start + colon + 1 === at) return [];
    return [{ start: skipBack(text, start + colon, /[^\s"'/:@]/), end: at }];
  });
}

/** Finds words before @, a host and a slash. */
function wordBeforeHost(text: string): OffsetRange[] {
  return offsetsOfAt(text).flatMap((at) => {
    const host = /@[\w.-]{1,255}\//y;
    host.lastIndex = at;
    const start = skipBack(text, at, /[^\s"',@/•]/);
    return start === at || !host.test(text) ? [] : [{ start, end: at }];
  });
}

function offsetsOfAt(text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) found.push(at);
  return found;
}

/** Returns the start of the run of matching characters that ends at an offset. */
function skipBack(text: string, end: number, letter: RegExp): number {
  let start = end;
  while (start > 0 && letter.test(text[start - 1]!)) start -= 1;
  return start;
}

/** A character that every form of secret contains. Most keys and words have none, and are not searched. */
const formSign = /[@$?&]|\/\//;

/** Replaces each secret that is recognized by its format with a mask. */
export function maskSecrets(text: string): string {
  if (!formSign.test(text)) return text;
  return textForms.reduce((masked, find) => {
    let shownText = '';
    let shownTo = 0;
    for (const { start, end } of find(masked)) {
      shownText += masked.slice(shownTo, start) + MASK;
      shownTo = end;
    }
    return shownText + masked.slice(shownTo);
  }, text);
}

/**
 * Formats a value for a finding: as JSON with at most about 80 characters, in which recognized secrets are
 * masked. `secret` masks the whole value.
 */
export function displayValue(value: unknown, secret = false): string {
  if (secret) return MASK;
  const text = maskSecrets(JSON.stringify(value) ?? 'undefined');
  return text.length <= 80 ? text : `${text.slice(0, 76)} …${typeof value === 'string' ? '"' : ''}`;
}

/** Returns the ranges of secrets that are recognized by their format. */
export function secretRanges(text: string): OffsetRange[] {
  if (!formSign.test(text)) return [];
  return textForms.flatMap((find) => find(text));
}

/** Returns the range without its quotes, if any. The quotes remain visible to show that the value is a string. */
export function insideQuotes(text: string, { start, end }: OffsetRange): OffsetRange {
  const opens = text[start] === '"' && end - start > 1;
  const closes = opens && text[end - 1] === '"';
  return { start: opens ? start + 1 : start, end: closes ? end - 1 : end };
}

/**
 * Masks secrets in a path of keys, outermost first: secrets that are recognized by their format, and unknown
 * keys nested in a secret's value.
 */
export function displayKeys(keys: readonly string[]): string[] {
  const first = keys.findIndex(isSecretKey);
  return keys.map((key, index) =>
    first >= 0 && index > first && !canShowBelowSecret(key) ? MASK : maskSecrets(key),
  );
}

/**
 * Returns the ranges of the values of secret keys, including nested values, and of keys that may be secrets.
 *
 * @param all whether every value is a secret, as in a credentials file
 */
export function secretValueRanges(text: string, root: JsonNode, all = false): OffsetRange[] {
  const masks: OffsetRange[] = [];
  for (const { node, keys, member } of walk(root)) {
    if (member !== undefined && displayKeys(keys).at(-1) === MASK)
      masks.push(insideQuotes(text, member.keyRange));
    if (node.kind === 'object' || node.kind === 'array') continue;
    if (!(all || keys.some(isSecretKey) || isMisplacedKey(node, keys))) continue;
    // The value says whether a user is an administrator. A password under this key would be a string.
    if (node.kind === 'boolean' && keys.at(-1) === 'sudo') continue;
    masks.push(node.kind === 'string' ? insideQuotes(text, node) : { start: node.start, end: node.end });
  }
  return masks;
}

/** True for a line of `authorized-keys` that is not a public key, but may be a private one. */
function isMisplacedKey(node: JsonNode, keys: readonly string[]): boolean {
  const isLine = keys.at(-1) === 'authorized-keys' || keys.at(-2) === 'authorized-keys';
  return isLine && node.kind === 'string' && typeof node.value === 'string' && !isPublicKey(node.value);
}

/** Maximum number of characters to mask if the end of a value is uncertain. */
const LONGEST_VALUE = 4096;

/**
 * Returns the ranges to mask in a file with syntax errors, whose keys and values may have been misread. A range extends
 * from a secret's key to the end of its line, and further if its value continues.
 */
export function suspectRanges(text: string, all = false): OffsetRange[] {
  const masks: OffsetRange[] = [];
  for (const { index, 0: key } of text.matchAll(/[!\w][\w.-]{2,63}/g)) {
    if (index < (masks.at(-1)?.end ?? 0) || !(all || isSecretKey(key))) continue;
    const start = findValueStart(text, index, key);
    if (start === undefined) continue;
    let end = endOfLine(text, start);
    const rest = text.slice(start, end);
    // The value is on the next line, or its string spans lines.
    const onThisLine = /["'\w]/.test(rest.replace(/(\/\/|#|\/\*).*$/, ''));
    if (rest.split('"').length % 2 === 0 || !onThisLine) end = endOfLine(text, end + 1);
    const firstLine = endOfLine(text, start);
    masks.push({
      start,
      end: Math.max(end, endOfBrackets(text, start, firstLine), endOfIndented(text, index, firstLine)),
    });
  }
  return masks;
}

/** Returns the end of the line that closes the brackets opened by a line. Brackets in strings are counted too. */
function endOfBrackets(text: string, start: number, end: number): number {
  let level = 0;
  for (let at = start; at < Math.min(text.length, start + LONGEST_VALUE); at += 1) {
    const letter = text[at];
    if (letter === '[' || letter === '{') level += 1;
    else if (letter === ']' || letter === '}') level -= 1;
    if (at >= end && level <= 0) return endOfLine(text, at);
  }
  return end;
}

/**
 * Returns the end of the lines that are indented further than a key. These lines belong to the key's value, even
 * after an extra bracket.
 */
function endOfIndented(text: string, key: number, firstLine: number): number {
  if (!/[[{]\s*$/.test(text.slice(key, firstLine))) return firstLine;
  const begin = text.lastIndexOf('\n', key) + 1;
  const indent = /^[ \t]*/.exec(text.slice(begin, key))?.[0].length ?? 0;
  let end = firstLine;
  while (end < Math.min(text.length, key + LONGEST_VALUE)) {
    const next = endOfLine(text, end + 1);
    const line = text.slice(end + 1, next);
    // Comments may have any indentation.
    const isContent = line.trim() !== '' && !/^\s*(?:\/\/|#|\/\*)/.test(line);
    if (isContent && line.length - line.trimStart().length <= indent) break;
    end = next;
  }
  return end;
}

/** Returns the start of the value after a name; undefined if the name cannot be a key. */
function findValueStart(text: string, index: number, key: string): number | undefined {
  const quote = /["'“”]/;
  const after = index + key.length;
  const quoted = quote.test(text[after] ?? '');
  const from = quoted ? after + 1 : after;
  const [sign] = /^[ \t]*[^\w\s"':=]{0,3}[:=][ \t]*/.exec(text.slice(from, from + 40)) ?? [];
  if (sign !== undefined) return from + sign.length;
  // A quoted name may be a list item, which is followed by a comma or a bracket.
  const alone =
    indentOf(text, index - 1) === undefined ? /^[ \t]*([,\]}\r\n]|$)/ : /^[ \t]*,?[ \t]*([\r\n]|$)/;
  const item = alone.test(text.slice(from, from + 40));
  const isWholeString = quoted && quote.test(text[index - 1] ?? '') && !item;
  return key.startsWith('!') || isWholeString ? from : undefined;
}

function endOfLine(text: string, from: number): number {
  const at = text.slice(from).search(/[\r\n]/);
  return at < 0 ? text.length : from + at;
}
