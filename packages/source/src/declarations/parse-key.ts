import type { PropertyKey } from '@oxc-project/types';
import { createNode } from './create-node.ts';
import { UnreadableError } from './scan.ts';
import type { Tokens } from './tokens.ts';

interface Key {
  readonly key: PropertyKey;
  readonly computed: boolean;
}

export function takeModifiers(tokens: Tokens, ...modifiers: readonly string[]): ReadonlySet<string> {
  const taken = new Set<string>();
  // If one of these tokens follows, the modifier is a name.
  while (tokens.at(...modifiers) && !tokens.isFollowedBy('(', ':', ';', '?', '!', '<', '=', ',', '}'))
    taken.add(tokens.take().value);
  return taken;
}

/**
 * Whether a bracket starts a computed key such as `[Symbol.iterator]` or `['name']`, not `[name: string]` or `[K in
 * T]`.
 */
export function isComputed(tokens: Tokens): boolean {
  const inside = tokens.text.slice(tokens.next.end);
  return !/^\s*[\p{ID_Start}$_][\p{ID_Continue}$]*\s*(?::|\s(?:in)\s)/u.test(inside);
}

export function parseKey(tokens: Tokens): Key {
  const { kind, value, start, end } = tokens.next;
  if (tokens.skip('[')) {
    const inside = tokens.next;
    tokens.skipTo(']');
    tokens.expect(']');
    const isString = inside.kind === 'string';
    const key = isString
      ? createNode<PropertyKey>('Literal', inside.start, inside.end, { value: inside.value })
      : createNode<PropertyKey>('MemberExpression', inside.start, inside.end);
    return { key, computed: true };
  }
  if (kind === 'sign' || kind === 'end') throw new UnreadableError(`expected a key, not "${value}"`);
  tokens.take();
  if (kind !== 'name') {
    const key = createNode<PropertyKey>('Literal', start, end, {
      value: kind === 'number' ? Number(value) : value,
    });
    return { key, computed: false };
  }
  const type = value.startsWith('#') ? 'PrivateIdentifier' : 'Identifier';
  return { key: createNode<PropertyKey>(type, start, end, { name: value }), computed: false };
}
