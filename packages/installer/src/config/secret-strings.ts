import { MASK, phrasesOf, type Diagnostic, type OffsetRange, type SourceText } from '@writ/diagnostics';
import type { Document } from './document.ts';
import type { JsonNode, ObjectNode } from './json/tree.ts';
import { walk } from './pointers.ts';
import { secretsInCommand } from './commands/command-secrets.ts';
import { isCommandList } from './command-lists.ts';
import { isKnownName } from './known-names.ts';
import { insideQuotes, isSecretKey } from './secrets.ts';

/** Minimum length in characters; shorter secrets cannot be distinguished from ordinary text. */
export const SHORTEST_SECRET = 4;

/** Maximum number of secrets, because each command is searched for each secret. */
const MAX_SECRETS = 1000;

/**
 * Returns the strings of a file that are secrets according to their keys: at most 1,000, each with at least four
 * characters.
 *
 * @param all whether the file contains credentials, in which any unknown key is the name of a secret
 */
export function secretStrings(root: ObjectNode | undefined, all = false): string[] {
  const found: string[] = [];
  for (const { key, value } of root?.members ?? [])
    collectSecrets(value, key, all && !isKnownName(key), found);
  return [...new Set(found)].slice(0, MAX_SECRETS);
}

/** Collects secrets without building pointers, because a file may contain a hundred thousand nodes. */
function collectSecrets(node: JsonNode, key: string, named: boolean, found: string[]): void {
  if (node.kind === 'object') {
    for (const member of node.members) collectSecrets(member.value, member.key, false, found);
  } else if (node.kind === 'array') {
    for (const item of node.items) collectSecrets(item, key, named, found);
  } else {
    const text = stringValue(node);
    if (text === undefined || text.length < SHORTEST_SECRET) return;
    if (named || (key !== '$secret' && isSecretKey(key))) found.push(text);
  }
}

/** Returns the secrets that occur in a command, regardless of quoting. */
export function findSecrets(command: string, secrets: readonly string[]): string[] {
  const text = withoutQuotes(command);
  return secrets.filter((secret) => {
    const bare = withoutQuotes(secret);
    return command.includes(secret) || (bare.length >= SHORTEST_SECRET && text.includes(bare));
  });
}

/** Removes all quotes and backslashes, because a shell may remove them. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/["'\\]/g, '');
}

/** Returns the source for excerpts. Commands that contain a secret are masked completely. */
export function maskSecretCommands(
  { source, masks, root }: Pick<Document, 'source' | 'masks' | 'root'>,
  secrets: readonly string[],
): SourceText {
  return source.withMasks([...masks, ...secretCommandRanges(root, source.text, secrets)]);
}

/** Finds likely command secrets in all strings of a file, because a command may be under the wrong key. */
export function secretsInCommands(root: ObjectNode | undefined): string[] {
  const found = new Set<string>();
  for (const text of allStrings(root)) {
    for (const secret of secretsInCommand(text)) if (secret.length >= SHORTEST_SECRET) found.add(secret);
    if (found.size >= MAX_SECRETS) break;
  }
  return [...found].toSorted((a, b) => b.length - a.length);
}

function* allStrings(root: ObjectNode | undefined): Generator<string> {
  if (root === undefined) return;
  for (const { node } of walk(root)) {
    const text = stringValue(node);
    if (text !== undefined) yield text;
  }
}

/** Masks secrets in the message, the hint, the expected value and the phrases of a finding. */
export function maskSecretsInFinding(found: Diagnostic, secrets: readonly string[]): Diagnostic {
  const masked = (text: string): string =>
    secrets.reduce(
      (words, secret) => words.replaceAll(secret, MASK).replaceAll(JSON.stringify(secret).slice(1, -1), MASK),
      text,
    );
  const { message, hint, expected, phrases, replacement, ...others } = found;
  return {
    ...others,
    message: masked(message),
    ...(hint === undefined ? {} : { hint: masked(hint) }),
    ...(expected === undefined ? {} : { expected: masked(expected) }),
    ...phrasesOf(phrases ?? {}, masked),
    // A correction that contains a secret is omitted, because its mask would replace the value.
    ...(replacement !== undefined && masked(replacement.text) === replacement.text && { replacement }),
  };
}

/** The key of custom commands in archinstall's format. */
const FORMER_COMMANDS = 'custom_commands';

/**
 * Returns the ranges of custom commands that contain one of the secrets, and of other strings that look like a
 * command with a secret. Each range is masked completely, because the end of the secret is uncertain.
 */
function secretCommandRanges(
  root: ObjectNode | undefined,
  text: string,
  secrets: readonly string[],
): OffsetRange[] {
  if (root === undefined) return [];
  return [...walk(root)].flatMap(({ node, keys }) => {
    const string = stringValue(node);
    const hasSecret =
      string !== undefined &&
      (secretsInCommand(string).length > 0 ||
        ((isCommandList(keys) || keys[0] === FORMER_COMMANDS) && findSecrets(string, secrets).length > 0));
    return hasSecret ? [insideQuotes(text, node)] : [];
  });
}

function stringValue(node: JsonNode): string | undefined {
  return node.kind === 'string' && typeof node.value === 'string' ? node.value : undefined;
}
