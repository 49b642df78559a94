import type { JsonNode, ObjectNode, ScalarNode } from '../config/json/tree.ts';
import { environmentName } from './variable.ts';
import type { Cell } from './value.ts';

/** A string of the configuration that contains variables. */
export interface Slot {
  readonly node: ScalarNode;
  /** The pointer of the string in the configuration. */
  readonly pointer: string;
  /** The names of the variables, without duplicates. */
  readonly variables: readonly string[];
  /** Returns the value of the string for a row. */
  readonly fill: (values: ReadonlyMap<string, Cell>) => Cell;
}

/** A variable in a string, such as `{{hostname}}`; the name may be invalid. */
export const REFERENCE: RegExp = /\{\{([^{}]*)\}\}/g;

/**
 * Returns the value of a string. If it consists of a single variable, this is the variable's value with its type;
 * otherwise, the text with its variables replaced.
 */
export function fillText(text: string, values: ReadonlyMap<string, Cell>): Cell {
  const [, alone] = /^\{\{([^{}]*)\}\}$/.exec(text) ?? [];
  const value = alone === undefined ? undefined : values.get(alone);
  return value ?? text.replaceAll(REFERENCE, (whole, name: string) => String(values.get(name) ?? whole));
}

/** Returns the number of characters that {@link fillText} would return, without building the text. */
export function filledLength(text: string, values: ReadonlyMap<string, Cell>): number {
  let length = text.length;
  for (const [whole, name = ''] of text.matchAll(REFERENCE))
    length += String(values.get(name) ?? whole).length - whole.length;
  return length;
}

/** Returns a custom command that begins by exporting its variables, for Bash. */
export function fillCommand(
  text: string,
  variables: readonly string[],
  values: ReadonlyMap<string, Cell>,
): string {
  const exports = variables.map(
    (name) => `export ${environmentName(name)}=${quoteForShell(String(values.get(name) ?? ''))}\n`,
  );
  return exports.join('') + text;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Returns the configuration of a row. Nodes without variables are shared between rows, and all nodes have the ranges
 * of the template.
 */
export function fillSlots(
  root: ObjectNode,
  slots: readonly Slot[],
  values: ReadonlyMap<string, Cell>,
): ObjectNode {
  const filled = new Map(slots.map(({ node, fill }) => [node, fill(values)]));
  const replace = (node: JsonNode): JsonNode => {
    if (node.kind === 'object') {
      const members = node.members.map((member) => {
        const value = replace(member.value);
        return value === member.value ? member : { ...member, value };
      });
      return members.every((member, index) => member === node.members[index]) ? node : { ...node, members };
    }
    if (node.kind === 'array') {
      const items = node.items.map(replace);
      return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
    }
    const value = filled.get(node);
    if (value === undefined) return node;
    return { ...node, kind: typeof value === 'number' ? 'number' : 'string', value };
  };
  return replace(root) as ObjectNode;
}
