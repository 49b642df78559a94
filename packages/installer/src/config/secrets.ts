import { MASK, nearest, type OffsetRange } from '@writ/diagnostics';
import { walk, type JsonNode } from './json/tree.ts';

const words = /pass|secret|psk|token|enc_/i;
/** A key misspelt beyond the words still holds what it was meant for. */
const names = ['password', 'root-password', 'enc_password', 'root_enc_password', 'encryption-password'];

/** Whether everything below a key of this name is a secret. */
export function isSecretKey(key: string): boolean {
  return key.startsWith('!') || words.test(key) || (key.length > 5 && nearest(key, names) !== undefined);
}

/** A user's name and password in an address; a crypt(3) hash. Either may stand in any text. */
const inText = [
  // Up to the last @: a password may hold one, and a slash too.
  /(?<=:\/\/)(?=[^/\s"']*[@:])[^\s"'`,]*(?=@)/g,
  /\$(?:y|gy|7|6|5|1|2[abxy]?|argon2[id]+)\$[^\s"':,]{8,}/g,
];

/** The same text with eight dots for each secret that can be told by its form. */
export function withoutSecrets(text: string): string {
  return inText.reduce((masked, pattern) => masked.replaceAll(pattern, MASK), text);
}

/** A value as a finding may show it; `secret` hides the whole. */
export function shown(value: unknown, secret = false): string {
  if (secret) return MASK;
  const text = withoutSecrets(JSON.stringify(value) ?? 'undefined');
  return text.length <= 80 ? text : `${text.slice(0, 76)} …${typeof value === 'string' ? '"' : ''}`;
}

/**
 * Where the secrets of a text stand.
 *
 * @param faulty the text has faults: its keys and values may be others than they seem
 * @param all every value is a secret, as in a file of credentials
 */
export function secretsIn(
  text: string,
  root: JsonNode | undefined,
  faulty: boolean,
  all = false,
): OffsetRange[] {
  const masks = inText.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length })),
  );
  if (root !== undefined) masks.push(...belowSecretKeys(text, root, all));
  if (faulty) masks.push(...besideSecretKeys(text, all));
  return masks;
}

function belowSecretKeys(text: string, root: JsonNode, all: boolean): OffsetRange[] {
  const masks: OffsetRange[] = [];
  for (const { node, keys } of walk(root)) {
    if (node.kind === 'object' || node.kind === 'array' || !(all || keys.some(isSecretKey))) continue;
    // The quotes stay, so that a reader sees that a text stands there.
    const quotes = node.kind === 'string' && text[node.start] === '"' && node.end - node.start > 1;
    const closed = quotes && text[node.end - 1] === '"';
    masks.push({ start: quotes ? node.start + 1 : node.start, end: closed ? node.end - 1 : node.end });
  }
  return masks;
}

/** Names, and whether a colon or an equals sign follows. */
const mayBeKey = /["'“]?([!\w][\w.-]{2,63})["'”]?[ \t]*([:=]?)/g;

/** Everything behind a secret's key to the end of its line, and the next line when the value goes on there. */
function besideSecretKeys(text: string, all: boolean): OffsetRange[] {
  const masks: OffsetRange[] = [];
  let end = 0;
  for (const { index, 0: found, 1: key = '', 2: sign } of text.matchAll(mayBeKey)) {
    const start = index + found.length;
    if (start < end || !(all || isSecretKey(key)) || !(key.startsWith('!') || sign !== '')) continue;
    end = endOfLine(text, start);
    const rest = text.slice(start, end);
    // The value stands on the next line, or its text is broken over lines.
    if (/^[\s:=,[{]*$/.test(rest) || rest.split('"').length % 2 === 0) end = endOfLine(text, end + 1);
    masks.push({ start, end });
  }
  return masks;
}

function endOfLine(text: string, from: number): number {
  const at = text.slice(from).search(/[\r\n]/);
  return at < 0 ? text.length : from + at;
}
