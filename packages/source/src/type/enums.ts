import { oneOf, type Type } from '@writ/http';
import type { Expression, TSEnumDeclaration, TSEnumMember, TSTypeName } from '@oxc-project/types';
import type { TypeDeclaration } from '../module/declarations.ts';
import { findType } from './find-type.ts';
import { literalOf } from './literals.ts';
import type { Scope } from './scope.ts';

type MemberValue = string | number;
type EnumMembers = ReadonlyMap<string, MemberValue>;

/**
 * Returns the type of an enum's values. Reports a finding and returns undefined if a value is known only at run time.
 */
export function readEnum(declarations: readonly TSEnumDeclaration[], scope: Scope): Type | undefined {
  const { members, unknown } = evaluateMembers(declarations, scope);
  if (unknown !== undefined) {
    return scope.report(
      'type-unknown',
      unknown,
      'the value of this member is known only at run time',
      'write a string or a number',
    );
  }
  // The kernel would mistake an enum with a member of one of these names for another kind of type.
  const isAmbiguous = members.has('kind') || members.has('~standard') || members.size === 0;
  return isAmbiguous ? oneOf(...members.values()) : Object.fromEntries(members);
}

/** Returns the value of an enum member such as `Color.Red`; undefined for any other name. */
export function enumMember(name: TSTypeName, scope: Scope): MemberValue | undefined {
  const found = name.type === 'TSQualifiedName' ? findType(name.left, scope) : undefined;
  if (name.type !== 'TSQualifiedName' || found === undefined) return undefined;
  return enumMembers(found.declarations, scope.forModule(found.module))?.get(name.right.name);
}

/** Returns the members of an enum with known values; undefined for other types. */
export function enumMembers(declarations: readonly TypeDeclaration[], scope: Scope): EnumMembers | undefined {
  const enums = declarations.filter((each) => each.type === 'TSEnumDeclaration');
  return enums.length === 0 ? undefined : evaluateMembers(enums, scope).members;
}

interface Evaluated {
  readonly members: EnumMembers;
  /** The first member whose value is unknown, if there is one. */
  readonly unknown: TSEnumMember | undefined;
}

/** Enums that are being evaluated, to detect enums that refer to each other. */
const open = new Set<TSEnumDeclaration>();

function evaluateMembers(declarations: readonly TSEnumDeclaration[], scope: Scope): Evaluated {
  const members = new Map<string, MemberValue>();
  const [first] = declarations;
  if (first === undefined || open.has(first)) return { members, unknown: undefined };
  open.add(first);
  try {
    let unknown: TSEnumMember | undefined;
    for (const { body, declare, const: isConst } of declarations) {
      let before: MemberValue | undefined = -1;
      for (const member of body.members) {
        // In an ambient enum, a member without an initializer is computed.
        if ((declare || scope.module.language === 'dts') && !isConst && member.initializer === null) {
          unknown ??= member;
          continue;
        }
        const name = memberNameOf(member);
        before = memberValueOf(member, before, members, scope);
        if (name !== undefined && before !== undefined) members.set(name, before);
        else unknown ??= member;
      }
    }
    return { members, unknown };
  } finally {
    open.delete(first);
  }
}

function memberNameOf({ id }: TSEnumMember): string | undefined {
  if (id.type === 'Identifier') return id.name;
  return id.type === 'Literal' ? String(id.value) : undefined;
}

/** Returns the value of a member. Without an initializer, the value is the previous value plus one. */
function memberValueOf(
  { initializer }: TSEnumMember,
  before: MemberValue | undefined,
  members: EnumMembers,
  scope: Scope,
): MemberValue | undefined {
  if (initializer !== null) return evaluateExpression(initializer, members, scope);
  return typeof before === 'number' ? before + 1 : undefined;
}

/** Evaluates a constant expression by the compiler's rules. */
function evaluateExpression(node: Expression, members: EnumMembers, scope: Scope): MemberValue | undefined {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return evaluateExpression(node.expression, members, scope);
    case 'Identifier':
      return members.get(node.name) ?? constantOf(node.name, scope);
    case 'MemberExpression':
      return evaluateMember(node.object, nameOfMember(node), members, scope);
    case 'TemplateLiteral': {
      const values = node.expressions.map((each) => evaluateExpression(each, members, scope));
      if (values.includes(undefined)) return undefined;
      return node.quasis.map(({ value }, index) => `${value.cooked}${values[index] ?? ''}`).join('');
    }
    case 'UnaryExpression': {
      const value = evaluateExpression(node.argument, members, scope);
      if (typeof value !== 'number') return undefined;
      if (node.operator === '-') return -value;
      return node.operator === '~' ? ~value : node.operator === '+' ? value : undefined;
    }
    case 'BinaryExpression': {
      const left = evaluateExpression(node.left as Expression, members, scope);
      const right = evaluateExpression(node.right, members, scope);
      if (typeof left === 'number' && typeof right === 'number')
        return OPERATIONS[node.operator]?.(left, right);
      return node.operator === '+' && left !== undefined && right !== undefined
        ? `${left}${right}`
        : undefined;
    }
    default: {
      const value = literalOf(node);
      return typeof value === 'boolean' ? undefined : value;
    }
  }
}

/** Returns the value of a constant that is declared or imported in the module. */
function constantOf(name: string, scope: Scope): MemberValue | undefined {
  const found = scope.lookup.findConstant(scope.module, name);
  const init = found?.node.init;
  const value = init == null ? undefined : literalOf(init);
  return typeof value === 'boolean' ? undefined : value;
}

/** Returns the value of `Color.Red`, in this or another enum. */
function evaluateMember(
  object: Expression,
  name: string | undefined,
  members: EnumMembers,
  scope: Scope,
): MemberValue | undefined {
  if (object.type !== 'Identifier' || name === undefined) return undefined;
  const found = scope.lookup.findType(scope.module, object.name);
  const others = found && enumMembers(found.declarations, scope.forModule(found.module));
  return others?.get(name) ?? members.get(name);
}

function nameOfMember({
  computed,
  property,
}: Extract<Expression, { readonly type: 'MemberExpression' }>): string | undefined {
  if (!computed && property.type === 'Identifier') return property.name;
  return computed && property.type === 'Literal' && typeof property.value === 'string'
    ? property.value
    : undefined;
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
};
