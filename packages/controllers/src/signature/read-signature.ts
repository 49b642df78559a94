import { defined } from '@writ/diagnostics/internal';
import type { StandardSchemaV1, Type } from '@writ/http';
import {
  discriminatorOf,
  isKind,
  requiredOf,
  type HandlerDocumentation,
  type ObjectOf,
} from '@writ/http/kernel';
import type {
  Expression,
  FormalParameterRest,
  Function as FunctionNode,
  ObjectPattern,
  ParamPattern,
} from '@oxc-project/types';
import {
  type PatternDefault,
  type Description,
  descriptionAt,
  readType,
  sourceTextOf,
  toOptional,
  withoutDefault,
} from '@writ/source';
import { haveDistinctSources, type ReadParameter } from './distinct-parameters.ts';
import { readHandlerResults } from './results.ts';
import { isRaw, isStream, unwrapObject, unwrapSchema } from './parameter-kinds.ts';
import { readDefault, readUntypedPattern, withDefaults } from './patterns.ts';
import { toObjectType } from './schema-object.ts';
import { readDefaultSource, type SignatureScope } from './scope.ts';
import type { Key, ObjectParameter, Parameter, RestParameter, Signature } from './signature.ts';

/**
 * Reads the signature of a handler. Reports unsupported parts as findings and returns undefined. `override` is a schema
 * that replaces the type of the object parameter, and `ofClass` contains the JSDoc tags of the class.
 */
export function readSignature(
  node: FunctionNode,
  start: number,
  scope: SignatureScope,
  override?: StandardSchemaV1,
  ofClass: Description['tags'] = {},
): Signature | undefined {
  const description = descriptionAt(scope.module, start);
  const read: ReadParameter[] = [];
  let failed = false;
  const params = node.params.filter((param) => param.type !== 'Identifier' || param.name !== 'this');
  const overridden = override && findObjectParameter(params);
  if (override !== undefined && overridden === undefined) {
    const hint = 'declare an object parameter: ({ title }: Note)';
    return scope.report(
      'params',
      node,
      'static params has a schema, but no parameter receives named values',
      hint,
    );
  }
  for (const param of params) {
    const parameter = readParameter(param, scope, description, param === overridden ? override : undefined);
    if (parameter === undefined) failed = true;
    else read.push({ parameter, node: param });
  }
  if (failed || !haveDistinctSources(read, scope)) return undefined;
  const parameters = read.map(({ parameter }) => parameter);
  const { deprecated, hidden } = ofClass;
  const documentation: HandlerDocumentation = {
    ...defined({ description: description.text, deprecated, hidden }),
    ...description.tags,
  };
  return {
    parameters,
    ...(Object.keys(documentation).length === 0 ? {} : { documentation }),
    ...defined({ results: readHandlerResults(node, scope, description.returns) }),
    ...(scope.module.language === 'js' && parameters.length > 0 && { untyped: true }),
  };
}

/**
 * Returns the parameter to which `static params` applies: the destructured one, otherwise the last one that is not a
 * rest parameter.
 */
function findObjectParameter(params: readonly ParamPattern[]): ParamPattern | undefined {
  const single = params.filter(({ type }) => type !== 'RestElement');
  const apart = single.find((param) => patternOf(param)?.type === 'ObjectPattern');
  return apart ?? single.at(-1);
}

function patternOf(param: ParamPattern): PatternDefault['pattern'] | undefined {
  return param.type === 'RestElement' || param.type === 'TSParameterProperty'
    ? undefined
    : withoutDefault(param).pattern;
}

function readParameter(
  node: ParamPattern,
  scope: SignatureScope,
  description: Description,
  override: StandardSchemaV1 | undefined,
): Parameter | undefined {
  if (node.type === 'RestElement') return readRest(node, scope, description);
  if (node.type === 'TSParameterProperty') {
    return scope.report(
      'parameter-form',
      node,
      'a parameter of a handler cannot declare a property',
      'remove the modifier',
    );
  }
  const { pattern, right, written } = withoutDefault(node);
  if (pattern.type === 'ArrayPattern') {
    return scope.report(
      'parameter-form',
      pattern,
      'a parameter cannot be an array pattern',
      'give it a name and a type',
    );
  }
  const type = override ?? readParameterType(pattern, written, scope);
  if (type === undefined) return undefined;
  const isAbsentable = right !== undefined || isMarkedOptional(pattern) || isKind(type, 'optional');
  const annotation = pattern.typeAnnotation;
  const typeText = annotation == null ? '' : sourceTextOf(scope, annotation.typeAnnotation);
  const common = {
    optional: isAbsentable,
    ...(right && { default: readDefaultSource(scope, right) }),
  };
  const schema = override ?? unwrapSchema(type, pattern.type === 'ObjectPattern');
  const object = schema === undefined ? unwrapObject(type, scope) : { type: toObjectType(schema) };
  if (object !== undefined) {
    const { variants } = object;
    if (variants !== undefined && discriminatorOf(variants) === undefined) {
      return scope.report(
        'parameter-form',
        node,
        `the object types in ${typeText} have no key that distinguishes them`,
        "give each of them a key with a different literal: kind: 'note'",
      );
    }
    const name = pattern.type === 'Identifier' ? pattern.name : 'names';
    const names = readObject(object.type, pattern, name, scope, description);
    return { ...common, ...names, name, ...defined({ schema, variants }) };
  }
  if (pattern.type === 'ObjectPattern') {
    return scope.report(
      'parameter-form',
      pattern,
      `the type ${typeText} cannot be destructured by names`,
      'give the parameter an object type',
    );
  }
  const text = description.parameters.get(pattern.name);
  const whole = requiredOf(type);
  if (isRaw(whole)) {
    const described = text === undefined ? {} : { description: text };
    return { ...common, ...described, kind: 'raw', name: pattern.name, type: whole };
  }
  return {
    ...common,
    kind: 'position',
    name: pattern.name,
    type: isAbsentable ? toOptional(type) : type,
    ...defined({ description: text }),
  };
}

function readParameterType(
  pattern: PatternDefault['pattern'],
  written: Expression | undefined,
  scope: SignatureScope,
): Type | undefined {
  const annotation = pattern.typeAnnotation?.typeAnnotation;
  if (annotation != null) return isStream(annotation, scope) ? ReadableStream : readType(annotation, scope);
  if (pattern.type !== 'ObjectPattern') {
    return written === undefined ? String : readDefault(written, (pattern as { name: string }).name, scope);
  }
  return hasTypeAssertion(written)
    ? readDefault(written, 'names', scope)
    : readUntypedPattern(pattern, scope);
}

/** Whether a default has a type assertion or `satisfies`, whose type then determines the keys of the pattern. */
function hasTypeAssertion(written: Expression | undefined): written is Expression {
  return (
    written?.type === 'TSAsExpression' ||
    written?.type === 'TSSatisfiesExpression' ||
    written?.type === 'TSTypeAssertion' ||
    (written?.type === 'ParenthesizedExpression' && hasTypeAssertion(written.expression))
  );
}

function readRest(
  node: FormalParameterRest,
  scope: SignatureScope,
  description: Description,
): RestParameter | undefined {
  if (node.argument.type !== 'Identifier') {
    return scope.report(
      'parameter-form',
      node,
      'a rest parameter cannot be a pattern',
      'give it a name and a type',
    );
  }
  const { name } = node.argument;
  const annotation = node.typeAnnotation?.typeAnnotation;
  const type =
    annotation === undefined ? ({ kind: 'array', of: String } as const) : readType(annotation, scope);
  if (type === undefined) return undefined;
  if (!isKind(type, 'array')) {
    return scope.report('parameter-form', node, `...${name} is not an array`, `write ...${name}: string[]`);
  }
  const text = description.parameters.get(name);
  return {
    kind: 'rest',
    name,
    type: type.of,
    optional: true,
    ...defined({ description: text }),
  };
}

function readObject(
  declared: ObjectOf,
  pattern: PatternDefault['pattern'],
  parameter: string,
  scope: SignatureScope,
  { parameters }: Description,
): Pick<ObjectParameter, 'kind' | 'type' | 'keys'> {
  const type =
    pattern.type === 'ObjectPattern' ? withDefaults(declared, pattern as ObjectPattern, scope) : declared;
  const notes = scope.keyDetails.get(type);
  const keys = Object.entries(type.fields).map(([name, field]): Key => {
    const note = notes?.get(name);
    const description = note?.description ?? parameters.get(`${parameter}.${name}`) ?? parameters.get(name);
    return {
      name,
      type: field,
      ...note,
      optional: isKind(field, 'optional'),
      ...defined({ description }),
    };
  });
  return { kind: 'object', type, keys };
}

/** Whether a parameter has a `?`, which the parser's types omit for parameters. */
function isMarkedOptional(pattern: { readonly optional?: boolean }): boolean {
  return pattern.optional === true;
}
