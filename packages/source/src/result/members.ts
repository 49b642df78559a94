import type { Class, ClassElement, TSSignature } from '@oxc-project/types';
import { descriptionAt } from '../module/description.ts';
import { keyName } from '../module/key-name.ts';
import type { Environment } from './environment.ts';
import type { ReadShape } from './read-shape.ts';
import { ANY, expand, NEVER, type ObjectShape, type Property, type Shape, unite } from './shape.ts';
import { literalsOf } from './structure.ts';

/** Reads the members of an object type or an interface. If there is a `toJSON` method, its result is read instead. */
export function readMembers(members: readonly TSSignature[], env: Environment, read: ReadShape): Shape {
  const properties = new Map<string, Property>();
  let rest: Shape | undefined;
  for (const member of members) {
    if (member.type === 'TSIndexSignature') rest = read(member.typeAnnotation.typeAnnotation, env);
    if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') continue;
    const name = member.computed ? undefined : keyName(member.key);
    if (name === undefined) continue;
    const type =
      member.type === 'TSPropertySignature'
        ? member.typeAnnotation
        : member.kind === 'get'
          ? member.returnType
          : undefined;
    if (name === 'toJSON' && member.type === 'TSMethodSignature')
      return member.returnType === null ? ANY : read(member.returnType.typeAnnotation, env);
    if (type === undefined) continue;
    const shape = type === null ? ANY : read(type.typeAnnotation, env);
    properties.set(name, { ...documentation(member, env), shape, optional: member.optional });
  }
  return rest === undefined ? { kind: 'object', properties } : { kind: 'object', properties, rest };
}

/**
 * Reads the fields of a class that are neither static nor private, including parameter properties, or the result of its
 * `toJSON` method.
 */
export function readClassMembers({ body }: Class, env: Environment, read: ReadShape): Shape {
  const properties = new Map<string, Property>();
  for (const member of body.body) {
    const method = methodName(member);
    if (member.type === 'MethodDefinition' && method === 'toJSON') {
      const { returnType } = member.value;
      return returnType == null ? ANY : read(returnType.typeAnnotation, env);
    }
    if (member.type === 'MethodDefinition' && method === 'constructor') {
      for (const param of member.value.params) {
        if (param.type !== 'TSParameterProperty' || param.accessibility === 'private') continue;
        const { parameter } = param;
        const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
        if (target.type !== 'Identifier') continue;
        const type = target.typeAnnotation?.typeAnnotation;
        const shape = type === undefined ? ANY : read(type, env);
        properties.set(target.name, {
          ...documentation(param, env),
          shape,
          optional: isMarkedOptional(target),
        });
      }
    }
    if (member.type !== 'PropertyDefinition' || member.static || member.accessibility === 'private') continue;
    const name = member.computed ? undefined : keyName(member.key);
    if (name === undefined) continue;
    const isFunction =
      member.value?.type === 'ArrowFunctionExpression' || member.value?.type === 'FunctionExpression';
    if (isFunction) continue;
    const type = member.typeAnnotation?.typeAnnotation;
    const shape = type === undefined ? ANY : read(type, env);
    properties.set(name, { ...documentation(member, env), shape, optional: member.optional === true });
  }
  return { kind: 'object', properties };
}

/** Whether a parameter has a `?`, which the parser's types omit for parameters. */
function isMarkedOptional({ optional }: { readonly optional?: boolean }): boolean {
  return optional === true;
}

function methodName(member: ClassElement): string | undefined {
  const isNamed = member.type === 'MethodDefinition' && !member.static && !member.computed;
  return isNamed ? keyName(member.key) : undefined;
}

function documentation(
  { start }: { readonly start: number },
  { module }: Environment,
): Pick<Property, 'description' | 'deprecated'> {
  const { text, tags } = descriptionAt(module, start);
  return {
    ...(text === undefined ? {} : { description: text }),
    ...(tags.deprecated ? { deprecated: true } : {}),
  };
}

/** Returns the shape that has the properties of all shapes, as in an intersection; later properties win. */
export function intersect(shapes: readonly Shape[]): Shape {
  const parts = shapes.map(expand).filter((each) => each.kind !== 'any');
  if (parts.length === 0) return ANY;
  const objects = parts.filter((each) => each.kind === 'object');
  if (objects.length === parts.length) return merge(objects);
  const literals = intersectLiterals(parts);
  if (literals !== undefined) return literals;
  const union = parts.find((each) => each.kind === 'union');
  if (union?.kind === 'union') {
    const others = parts.filter((each) => each !== union);
    return { kind: 'union', of: union.of.map((member) => intersect([...others, member])) };
  }
  // A branded primitive: `string & { readonly [brand]: 'Id' }`.
  return parts.find((each) => each.kind !== 'object') ?? NEVER;
}

/** Returns the literals of a type such as `string & keyof Note`; undefined if no part is a union of literals. */
function intersectLiterals(parts: readonly Shape[]): Shape | undefined {
  const lists = parts.map((part) => literalsOf(part));
  const [values, ...others] = lists.filter((list) => list !== undefined);
  if (values === undefined) return undefined;
  const primitives = parts.flatMap((part) => (part.kind === 'value' ? [part.schema['type']] : []));
  const common = values.filter(
    (value) =>
      others.every((list) => list.includes(value)) && primitives.every((type) => type === typeof value),
  );
  return unite(common.map((value): Shape => ({ kind: 'literal', value })));
}

/** Returns the object type with the properties of all parts; later properties win. */
export function merge(parts: readonly ObjectShape[]): ObjectShape {
  const properties = new Map(parts.flatMap((part) => [...part.properties]));
  const rest = parts.findLast((part) => part.rest !== undefined)?.rest;
  return rest === undefined ? { kind: 'object', properties } : { kind: 'object', properties, rest };
}
