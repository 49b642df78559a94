import { oneOf, type Type } from '@writ/http';
import type { Expression, TSEnumDeclaration, TSEnumMember, TSTypeName } from 'oxc-parser';
import { findType } from './find-type.ts';
import { literalOf } from './literals.ts';
import type { Scope } from './scope.ts';

type Value = string | number;

/** The type whose values are those of the enum; undefined, after a finding, when one is only known at run time. */
export function readEnum(declarations: readonly TSEnumDeclaration[], scope: Scope): Type | undefined {
  const members = new Map<string, Value>();
  for (const member of declarations.flatMap(({ body }) => body.members)) {
    const name = nameOf(member);
    const value = valueOf(member, members);
    if (name === undefined || value === undefined) {
      return scope.report(
        'type-unknown',
        member,
        'the value of this member is only known at run time',
        'write a text or a number',
      );
    }
    members.set(name, value);
  }
  // The kernel would take these for a type of another kind.
  const isAmbiguous = members.has('kind') || members.has('~standard') || members.size === 0;
  return isAmbiguous ? oneOf(...members.values()) : Object.fromEntries(members);
}

/** The value of `Color.Red`, when that is a member of an enum. */
export function enumMember(name: TSTypeName, scope: Scope): Value | undefined {
  const found = name.type === 'TSQualifiedName' ? findType(name.left, scope) : undefined;
  if (name.type !== 'TSQualifiedName' || found === undefined) return undefined;
  const members = new Map<string, Value>();
  for (const declaration of found.declarations) {
    if (declaration.type !== 'TSEnumDeclaration') return undefined;
    for (const member of declaration.body.members) {
      const value = valueOf(member, members);
      if (value !== undefined) members.set(nameOf(member) ?? '', value);
    }
  }
  return members.get(name.right.name);
}

function nameOf({ id }: TSEnumMember): string | undefined {
  if (id.type === 'Identifier') return id.name;
  return id.type === 'Literal' ? String(id.value) : undefined;
}

/** Without an initialiser one more than the member before. */
function valueOf({ initializer }: TSEnumMember, members: ReadonlyMap<string, Value>): Value | undefined {
  if (initializer !== null) return evaluate(initializer, members);
  const before = [...members.values()].at(-1);
  if (members.size === 0) return 0;
  return typeof before === 'number' ? before + 1 : undefined;
}

/** What a compiler would write in place of the expression. */
function evaluate(node: Expression, members: ReadonlyMap<string, Value>): Value | undefined {
  if (node.type === 'ParenthesizedExpression') return evaluate(node.expression, members);
  if (node.type === 'Identifier') return members.get(node.name);
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
    return members.get(node.property.name);
  }
  if (node.type === 'BinaryExpression') {
    const left = evaluate(node.left as Expression, members);
    const right = evaluate(node.right, members);
    return typeof left === 'number' && typeof right === 'number'
      ? OPERATIONS[node.operator]?.(left, right)
      : undefined;
  }
  const value = literalOf(node);
  return typeof value === 'boolean' ? undefined : value;
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '<<': (a, b) => a << b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
};
