import type { Type } from '@writ/http';
import { defined } from '@writ/diagnostics/internal';
import type { HandlerDocumentation } from '@writ/http/kernel';
import {
  createScope,
  descriptionOf,
  type Description,
  keyName,
  readDefaultType,
  readResults,
  readType,
  sourceTextOf,
  toOptional,
  withTypeParameters,
  type ModuleSource,
  type Scope,
  type TypeContext,
} from '@writ/source';
import type {
  AccessorProperty,
  Class,
  ClassElement,
  Expression,
  Function as FunctionNode,
  MethodDefinition,
  ParamPattern,
  PropertyDefinition,
  TSType,
} from 'oxc-parser';
import { RECORD_VERSION, type RecordedType, type RecordedClass } from '../declared-types/recorded-class.ts';
import { propertyOf } from '../recording/reflection.ts';
import { encodeType } from './encode.ts';

/** The declared types of a class; undefined if no member is `wanted`. */
export function recordClass(
  node: Class,
  outside: ModuleSource,
  lookup: TypeContext['lookup'],
  wanted: (member: ClassElement) => boolean,
): RecordedClass | undefined {
  const module = withTypeParameters(outside, node.typeParameters);
  const members = node.body.body.filter(wanted);
  const instance = members.flatMap(toNamedMember).filter(({ member }) => !member.static);
  const callable = instance.flatMap(({ name, member }) => ('kind' in member ? [{ name, member }] : []));
  const methods = Map.groupBy(
    callable.filter(({ member }) => member.kind === 'method'),
    ({ name }) => name,
  );
  const read = (slot: TypedDeclaration): RecordedType => readDeclaration(slot, module, lookup);
  const readParameters = ({ typeParameters: own, params }: FunctionNode): readonly RecordedType[] => {
    const inside = withTypeParameters(module, own);
    return parameterDeclarations(params).map((slot) => readDeclaration(slot, inside, lookup));
  };
  const [own, ...overloads] = callable.filter(({ member }) => member.kind === 'constructor');
  const fields = instance.flatMap(({ name, member }) => ('kind' in member ? [] : [{ name, member }]));
  const implemented = [...methods].flatMap(([name, [first, ...others]]) =>
    first === undefined || others.length > 0 ? [] : [{ name, method: first.member }],
  );
  const results = implemented.flatMap(({ name, method }) => {
    const { returns } = descriptionOf(module, method);
    const known = readResults(method.value, module, { lookup, valueOf }, returns);
    return known === undefined ? [] : [[name, known] as const];
  });
  const ofClass = descriptionOf(module, node).tags;
  const documentation = implemented.flatMap(({ name, method }) => {
    const known = documentationOf(method, ofClass, module);
    return Object.keys(known).length === 0 ? [] : [[name, known] as const];
  });
  const record: RecordedClass = {
    version: RECORD_VERSION,
    // A declaration file does not specify which overload is implemented.
    methods: implemented.map(({ name, method }) => [name, readParameters(method.value)] as const),
    fields: fields.map(({ name, member }) => [name, read(fieldDeclaration(member))] as const),
    parameters: own === undefined || overloads.length > 0 ? [] : readParameters(own.member.value),
    ...(results.length === 0 ? {} : { results }),
    ...(documentation.length === 0 ? {} : { documentation }),
  };
  const isEmpty =
    record.methods.length + record.fields.length + record.parameters.length + results.length === 0;
  return isEmpty ? undefined : record;
}

/** The JSDoc comment of a method. Tags of the class apply to all of its methods. */
function documentationOf(
  method: MethodDefinition,
  { deprecated, hidden }: Description['tags'],
  module: ModuleSource,
): HandlerDocumentation {
  const { text, tags, parameters } = descriptionOf(module, method);
  const names = method.value.params.filter((param) => !isThis(param)).map(parameterName);
  const descriptions = names.map((name) => (name === undefined ? null : (parameters.get(name) ?? null)));
  return {
    ...defined({ description: text, deprecated, hidden }),
    ...tags,
    ...(descriptions.some((each) => each !== null) ? { parameters: descriptions } : {}),
  };
}

function isThis(param: ParamPattern): boolean {
  return param.type === 'Identifier' && param.name === 'this';
}

function parameterName(param: ParamPattern): string | undefined {
  const declared = param.type === 'TSParameterProperty' ? param.parameter : param;
  if (declared.type === 'RestElement')
    return declared.argument.type === 'Identifier' ? declared.argument.name : undefined;
  const { left } = declared.type === 'AssignmentPattern' ? declared : { left: declared };
  return left.type === 'Identifier' ? left.name : undefined;
}

/** Modules are not loaded while types are recorded. */
const valueOf = (): undefined => undefined;

type Field = PropertyDefinition | AccessorProperty;

interface NamedMember {
  readonly name: string;
  readonly member: MethodDefinition | Field;
}

function toNamedMember(member: ClassElement): readonly NamedMember[] {
  if (!('key' in member) || (member.computed && member.key.type !== 'Literal')) return [];
  const name = keyName(member.key);
  return name === undefined ? [] : [{ name, member }];
}

/** A parameter or field with its declared type. */
interface TypedDeclaration {
  readonly type: TSType | undefined;
  readonly initial: Expression | undefined;
  readonly isOptional: boolean;
}

function fieldDeclaration({ typeAnnotation, value, ...field }: Field): TypedDeclaration {
  return {
    type: typeAnnotation?.typeAnnotation,
    initial: value ?? undefined,
    // Initial values do not make a field optional: declaration files do not contain them.
    isOptional: 'optional' in field && field.optional === true,
  };
}

/** Returns the declarations of parameters, without a declared `this`, which is not a parameter. */
function parameterDeclarations(params: readonly ParamPattern[]): readonly TypedDeclaration[] {
  return params.filter((param) => !isThis(param)).map(parameterDeclaration);
}

function parameterDeclaration(param: ParamPattern): TypedDeclaration {
  if (param.type === 'RestElement')
    return { type: param.typeAnnotation?.typeAnnotation, initial: undefined, isOptional: false };
  const declared = param.type === 'TSParameterProperty' ? param.parameter : param;
  const { left, right } =
    declared.type === 'AssignmentPattern' ? declared : { left: declared, right: undefined };
  // The parser's types omit `optional` for this node.
  const isMarked = propertyOf(left, 'optional') === true;
  return {
    type: left.typeAnnotation?.typeAnnotation,
    initial: right,
    isOptional: isMarked || right !== undefined,
  };
}

function readDeclaration(
  { type: node, initial, isOptional }: TypedDeclaration,
  module: ModuleSource,
  lookup: TypeContext['lookup'],
): RecordedType {
  const reasons: { readonly why: string; readonly hint: string }[] = [];
  const context = { lookup, valueOf };
  const scope = createScope(
    module,
    context,
    (_module, _rule, _node, why, hint) => void reasons.push({ why, hint }),
  );
  const type = readDeclaredType(node, initial, scope);
  if (type !== undefined) return encodeType(isOptional ? toOptional(type) : type);
  const written = node ?? initial;
  if (written === undefined) return isOptional ? { optional: null } : null;
  const unknown = sourceTextOf(scope, written);
  const [reason = { why: `the type ${unknown} is not supported`, hint: 'write it out' }] = reasons;
  const recorded: RecordedType = { unknown, ...reason };
  return isOptional ? { optional: recorded } : recorded;
}

function readDeclaredType(
  node: TSType | undefined,
  initial: Expression | undefined,
  scope: Scope,
): Type | undefined {
  if (node !== undefined) return readType(node, scope);
  return initial === undefined ? undefined : readDefaultType(initial, scope);
}
