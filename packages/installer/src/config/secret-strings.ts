import type { OffsetRange, SourceText } from '@writ/diagnostics';
import type { Document } from './document.ts';
import type { JsonNode, ObjectNode } from './json/tree.ts';
import { secretsOfCommand } from './commands/command-secrets.ts';
import { isKnownName } from './known-names.ts';
import { inner, isSecretKey } from './secrets.ts';

/** Shorter ones cannot be told from ordinary text. */
export const SHORTEST_SECRET = 4;

/** Each is looked for in each command: a file of a hundred thousand is none that anybody needs. */
const MOST_SECRETS = 1000;

/**
 * The texts that stand as secrets in a file, by their keys.
 *
 * @param all of a file of credentials, in which any other key is the name of a secret
 */
export function secretStrings(root: ObjectNode | undefined, all = false): string[] {
  const found: string[] = [];
  for (const { key, value } of root?.members ?? []) collect(value, key, all && !isKnownName(key), found);
  return [...new Set(found)].slice(0, MOST_SECRETS);
}

/** Nodes are visited without their pointers: a file may have a hundred thousand of them. */
function collect(node: JsonNode, key: string, named: boolean, found: string[]): void {
  if (node.kind === 'object') {
    for (const member of node.members) collect(member.value, member.key, false, found);
  } else if (node.kind === 'array') {
    for (const item of node.items) collect(item, key, named, found);
  } else {
    const text = textOf(node);
    if (text === undefined || text.length < SHORTEST_SECRET) return;
    if (named || (key !== '$secret' && isSecretKey(key))) found.push(text);
  }
}

/** Those of the secrets that a command holds, however it quotes them. */
export function secretsIn(command: string, secrets: readonly string[]): string[] {
  const text = unquoted(command);
  return secrets.filter((secret) => {
    const bare = unquoted(secret);
    return command.includes(secret) || (bare.length >= SHORTEST_SECRET && text.includes(bare));
  });
}

/** Without what a shell takes away, or wants before other letters. */
function unquoted(text: string): string {
  return text.replaceAll(/["'\\]/g, '');
}

/** A file's text for excerpts: commands in it that hold a secret are masked whole. */
export function withoutSecretCommands(
  { source, masks, root }: Pick<Document, 'source' | 'masks' | 'root'>,
  secrets: readonly string[],
): SourceText {
  return source.withMasks([...masks, ...secretCommands(root, source.text, secrets)]);
}

/** Keys of this format and of others. */
const commandKeys = new Set(['custom-commands', 'custom_commands']);

/** Custom commands that hold one of the secrets, or what looks like one: where in them it ends is not certain. */
function secretCommands(
  root: ObjectNode | undefined,
  text: string,
  secrets: readonly string[],
): OffsetRange[] {
  const lists = root?.members.filter(({ key }) => commandKeys.has(key)) ?? [];
  return lists
    .flatMap(({ value }) => (value.kind === 'array' ? value.items : [value]))
    .flatMap((node) => {
      const command = textOf(node);
      const holds =
        command !== undefined &&
        (secretsIn(command, secrets).length > 0 || secretsOfCommand(command).length > 0);
      return holds ? [inner(text, node)] : [];
    });
}

function textOf(node: JsonNode): string | undefined {
  return node.kind === 'string' && typeof node.value === 'string' ? node.value : undefined;
}
