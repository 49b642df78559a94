import type { Type } from '@writ/http';
import { defined } from '@writ/diagnostics/internal';
import type { HandlerDocumentation } from '@writ/http/kernel';
import {
  createScope,
  descriptionOf,
  type Description,
  findBaseClass,
  isInferred,
  keyName,
  readDefaultType,
  readResults,
  readType,
  sourceTextOf,
  toOptional,
  withTypeArguments,
  withTypeParameters,
  type ClassSource,
  type ModuleSource,
  type Scope,
  type TypeContext,
  type ValueSource,
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
} from '@oxc-project/types';
import {
  RECORD_VERSION,
  type RecordedClass,
  type RecordedMembers,
  type RecordedType,
} from '../declared-types/recorded-class.ts';
import { propertyOf } from '../recording/reflection.ts';
import { decoratorsOf, isDecorated } from './decorated-classes.ts';
import { encodeType } from './encode.ts';
import { SchemaReferences } from './schema-references.ts';

type Lookup = TypeContext['lookup'];

/** The declared types of a class, and the schemas to which they refer, by index. */
export interface ClassRecord {
  readonly record: RecordedClass;
  readonly schemas: readonly ValueSource[];
}

/**
 * Returns the declared types of a class; undefined if no member of it or of a generic base class is recorded.
 * `canRead` decides whether the code that contains the record can access a schema.
 */
export function recordClass(
  node: Class,
  outside: ModuleSource,
  lookup: Lookup,
  wanted: (member: ClassElement) => boolean,
  canRead: (schema: ValueSource) => boolean,
): ClassRecord | undefined {
  const module = withTypeParameters(outside, node.typeParameters);
  const schemas = new SchemaReferences(canRead);
  const own = recordMembers(node, module, { lookup, schemas }, wanted);
  const inherited = recordInherited(node, module, { lookup, schemas });
  const ofClass = descriptionOf(module, node).tags;
  const documentation = implementedMethods(node, wanted).flatMap(({ name, method }) => {
    const known = documentationOf(method, ofClass, module);
    return Object.keys(known).length === 0 ? [] : [[name, known] as const];
  });
  if (isEmpty(own) && inherited === undefined) return undefined;
  const record: RecordedClass = {
    version: RECORD_VERSION,
    ...own,
    ...(documentation.length === 0 ? {} : { documentation }),
    ...defined({ inherited }),
  };
  return { record, schemas: schemas.sources };
}

/** The lookup of declarations, and the schemas that have been found. */
interface RecordingContext {
  readonly lookup: Lookup;
  readonly schemas: SchemaReferences;
}

/**
 * Returns the members of the generic base classes of a class, with their type arguments; undefined if there are none.
 */
function recordInherited(
  node: Class,
  module: ModuleSource,
  context: RecordingContext,
): RecordedMembers | undefined {
  // Declaration files do not contain decorators, so every member of a base class in such a file is recorded, unless the
  // class itself is in a source and has no decorators.
  const isAnnotated = module.language === 'dts' || decoratorsOf(node).length > 0;
  const bases = genericBases({ module, name: '', node }, context.lookup).map((base) => {
    const wanted = base.module.language === 'dts' ? () => isAnnotated : isDecorated;
    return recordMembers(base.node, base.module, context, wanted);
  });
  const results = bases.flatMap((base) => base.results ?? []);
  const inherited: RecordedMembers = {
    methods: bases.flatMap(({ methods }) => methods),
    fields: bases.flatMap(({ fields }) => fields),
    parameters: bases.find(({ parameters }) => parameters.length > 0)?.parameters ?? [],
    ...(results.length === 0 ? {} : { results }),
  };
  return isEmpty(inherited) ? undefined : inherited;
}

/** Returns the base classes up to the first one without type parameters, which has its own record. */
function genericBases(source: ClassSource, lookup: Lookup): readonly ClassSource[] {
  const found: ClassSource[] = [];
  for (let { module, node } = source; node.superClass !== null;) {
    const base = findBaseClass(node.superClass, module, lookup);
    const parameters = base?.node.typeParameters;
    // A class that extends itself does not compile, but must not cause an infinite loop here.
    if (base === undefined || parameters == null || found.some((each) => each.node === base.node)) break;
    module = withTypeArguments(base.module, parameters, node.superTypeArguments, module);
    ({ node } = base);
    found.push({ ...base, module });
  }
  return found;
}

function isEmpty({ methods, fields, parameters, results = [] }: RecordedMembers): boolean {
  return methods.length + fields.length + parameters.length + results.length === 0;
}

/** Returns the declared types of the members of a class. `module` contains the arguments of its type parameters. */
function recordMembers(
  node: Class,
  module: ModuleSource,
  context: RecordingContext,
  wanted: (member: ClassElement) => boolean,
): RecordedMembers {
  const instance = instanceMembers(node, wanted);
  const read = (slot: TypedDeclaration): RecordedType => readDeclaration(slot, module, context);
  const readParameters = ({ typeParameters: own, params }: FunctionNode): readonly RecordedType[] => {
    const inside = withTypeParameters(module, own);
    return parameterDeclarations(params).map((slot) => readDeclaration(slot, inside, context));
  };
  const [own, ...overloads] = instance.flatMap(({ member }) =>
    'kind' in member && member.kind === 'constructor' ? [member] : [],
  );
  const fields = instance.flatMap(({ name, member }) => ('kind' in member ? [] : [{ name, member }]));
  const implemented = implementedMethods(node, wanted);
  const results = implemented.flatMap(({ name, method }) => {
    const { returns } = descriptionOf(module, method);
    const known = readResults(method.value, module, toTypeContext(context), returns);
    return known === undefined ? [] : [[name, known] as const];
  });
  return {
    methods: implemented.map(({ name, method }) => [name, readParameters(method.value)] as const),
    fields: fields.map(({ name, member }) => [name, read(fieldDeclaration(member))] as const),
    parameters: own === undefined || overloads.length > 0 ? [] : readParameters(own.value),
    ...(results.length === 0 ? {} : { results }),
  };
}

function instanceMembers(node: Class, wanted: (member: ClassElement) => boolean): readonly NamedMember[] {
  return node.body.body
    .filter(wanted)
    .flatMap(toNamedMember)
    .filter(({ member }) => !member.static);
}

/** Returns the methods that are not overloaded: a declaration file does not specify which overload is implemented. */
function implementedMethods(
  node: Class,
  wanted: (member: ClassElement) => boolean,
): readonly { readonly name: string; readonly method: MethodDefinition }[] {
  const methods = instanceMembers(node, wanted).flatMap(({ name, member }) =>
    'kind' in member && member.kind === 'method' ? [{ name, method: member }] : [],
  );
  return [...Map.groupBy(methods, ({ name }) => name).values()].flatMap(([first, ...others]) =>
    first === undefined || others.length > 0 ? [] : [first],
  );
}

/** Returns the documentation in the JSDoc comment of a method. Tags of the class apply to all of its methods. */
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

function toTypeContext({ lookup, schemas }: RecordingContext): TypeContext {
  return { lookup, valueOf: schemas.valueOf };
}

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

/** Why a type is not supported, and what to write instead. */
interface Reason {
  readonly why: string;
  readonly hint: string;
}

function readDeclaration(
  { type: node, initial, isOptional }: TypedDeclaration,
  module: ModuleSource,
  context: RecordingContext,
): RecordedType {
  const reasons: Reason[] = [];
  const scope = createScope(
    module,
    toTypeContext(context),
    (_module, _rule, _node, why, hint) => void reasons.push({ why, hint }),
  );
  const type = readDeclaredType(node, initial, scope);
  if (type !== undefined) return encodeType(isOptional ? toOptional(type) : type, context.schemas);
  const written = node ?? initial;
  if (written === undefined) return isOptional ? { optional: null } : null;
  const unknown = sourceTextOf(scope, written);
  const [reason = { why: `the type ${unknown} is not supported`, hint: 'write it out' }] = reasons;
  const recorded: RecordedType = { unknown, ...(openReason(node, scope, reason) ?? reason) };
  return isOptional ? { optional: recorded } : recorded;
}

/**
 * Returns the reason why a type is unknown if the metadata does not contain its class either, as for a type parameter
 * without an argument or for a schema that cannot be read; otherwise undefined.
 */
function openReason(
  node: TSType | undefined,
  scope: Scope,
  reason: Reason,
): (Reason & { readonly open: true }) | undefined {
  if (node === undefined) return undefined;
  if (isTypeParameter(node, scope.module)) return { ...openParameter(sourceTextOf(scope, node)), open: true };
  return node.type === 'TSTypeReference' && isInferred(node) ? { ...reason, open: true } : undefined;
}

/** Whether the type is a type parameter without an argument, or an array of one. */
function isTypeParameter(node: TSType, module: ModuleSource): boolean {
  if (node.type === 'TSArrayType') return isTypeParameter(node.elementType, module);
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return false;
  const { name } = node.typeName;
  const argument = module.typeArguments?.get(name);
  if (argument !== undefined) return isTypeParameter(argument.node, argument.module);
  return module.types.get(name)?.length === 0 && !module.classes.has(name);
}

function openParameter(name: string): Reason {
  return {
    why: `the type parameter in ${name} has no argument`,
    hint: 'register a subclass that declares it, such as class Notes extends Crud<Note> {}',
  };
}

function readDeclaredType(
  node: TSType | undefined,
  initial: Expression | undefined,
  scope: Scope,
): Type | undefined {
  if (node !== undefined) return readType(node, scope);
  return initial === undefined ? undefined : readDefaultType(initial, scope);
}
