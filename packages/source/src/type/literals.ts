import { array, type Type } from '@writ/http';
import type { Expression, TSLiteral } from '@oxc-project/types';

/** The literal values that a request can contain. */
export type Literal = string | number | boolean;

/** Returns the value of a literal that a request can contain; undefined for other literals, including bigints. */
export function literalOf(node: TSLiteral | Expression): Literal | undefined {
  if (node.type === 'Literal') {
    const { value } = node;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : undefined;
  }
  if (node.type === 'TemplateLiteral') {
    return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
  }
  if (node.type === 'UnaryExpression' && (node.operator === '-' || node.operator === '+')) {
    const value = literalOf(node.argument);
    if (typeof value !== 'number') return undefined;
    return node.operator === '-' ? -value : value;
  }
  return undefined;
}

/**
 * Infers the type of a parameter without a declared type from its default value: `3` is a number, `[]` is an array of
 * strings.
 */
export function typeOfDefault(node: Expression): Type | undefined {
  if (node.type === 'ArrayExpression') {
    const elements = new Set(
      node.elements.map((element) =>
        element === null || element.type === 'SpreadElement' ? undefined : typeOfDefault(element),
      ),
    );
    if (elements.size > 1) return undefined;
    const [element] = elements.size === 0 ? [String] : elements;
    return element === undefined ? undefined : array(element);
  }
  switch (typeof literalOf(node)) {
    case 'string':
      return String;
    case 'number':
      return Number;
    case 'boolean':
      return Boolean;
    default:
      return node.type === 'Literal' && typeof node.value === 'bigint' ? BigInt : undefined;
  }
}
