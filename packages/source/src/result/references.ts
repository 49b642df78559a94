import type {
  TSClassImplements,
  TSImportType,
  TSInterfaceDeclaration,
  TSInterfaceHeritage,
  TSType,
  TSTypeName,
  TSTypeParameterDeclaration,
  TSTypeReference,
} from '@oxc-project/types';
import { descriptionOf } from '../module/description.ts';
import type { ClassSource, ModuleSource } from '../module/module-source.ts';
import type { TypeSource } from '../module/lookup.ts';
import { enumMember, readEnum } from '../type/enums.ts';
import { isInferred, isSchema, readInferred } from '../type/schemas.ts';
import { createScope } from '../type/scope.ts';
import { builtIn, writType } from './built-in.ts';
import { inDeclaration, type Environment } from './environment.ts';
import { shapeOfType } from './kernel-types.ts';
import { merge, readClassMembers, readMembers } from './members.ts';
import type { ReadShape } from './read-shape.ts';
import { ANY, expand, type Shape } from './shape.ts';

/** Reads a type by its name. */
export function readReference(
  node: TSTypeReference | TSImportType,
  env: Environment,
  read: ReadShape,
): Shape {
  const args = (node.typeArguments?.params ?? []).map((each) => read(each, env));
  if (node.type === 'TSImportType') return readImported(node, args, env, read);
  const { typeName } = node;
  if (isInferred(node)) return readSchemaType(node, env);
  const scope = createScope(env.module, env, () => {});
  const member = enumMember(typeName, scope);
  if (member !== undefined) return { kind: 'literal', value: member };
  if (typeName.type === 'Identifier') {
    const parameter = env.parameters.get(typeName.name);
    if (parameter !== undefined) return parameter;
  }
  return readNamed(typeName, args, env, read);
}

function readNamed(name: TSTypeName, args: readonly Shape[], env: Environment, read: ReadShape): Shape {
  const { lookup, module } = env;
  if (name.type === 'TSQualifiedName' && name.left.type === 'Identifier') {
    const imported = module.imports.get(name.left.name);
    if (imported === undefined || imported.name !== undefined) return ANY;
    return readFrom(imported.specifier, name.right.name, args, env, read);
  }
  if (name.type !== 'Identifier') return ANY;
  const imported = module.imports.get(name.name);
  const response = imported?.name && writType(imported.specifier, imported.name, args);
  if (response) return response;
  const type = lookup.findType(module, name.name);
  if (type !== undefined) return declared(type, args, env, read);
  const source = lookup.findClass(module, name.name);
  if (source !== undefined) return ofClass(source, args, env, read);
  if (imported === undefined) return builtIn(name.name, args) ?? ANY;
  return (isRuntime(imported.specifier) ? builtIn(imported.name ?? '', args) : undefined) ?? ANY;
}

/** Whether the module is one of those of the runtime whose types are built in, such as `node:stream`. */
function isRuntime(specifier: string): boolean {
  return /^(?:node:)?(?:buffer|stream|url|stream\/web)$/.test(specifier);
}

/** Reads `import('./note.ts').Note`, which compilers emit. */
function readImported(
  { source, qualifier }: TSImportType,
  args: readonly Shape[],
  env: Environment,
  read: ReadShape,
): Shape {
  return qualifier?.type === 'Identifier' ? readFrom(source.value, qualifier.name, args, env, read) : ANY;
}

function readFrom(
  specifier: string,
  name: string,
  args: readonly Shape[],
  env: Environment,
  read: ReadShape,
): Shape {
  const { lookup, module } = env;
  const response = writType(specifier, name, args);
  if (response !== undefined) return response;
  const type = lookup.findTypeIn(module, specifier, name);
  if (type !== undefined) return declared(type, args, env, read);
  const source = lookup.findClassIn(module, specifier, name);
  return source === undefined ? ANY : ofClass(source, args, env, read);
}

/**
 * Returns the JSON Schema of a type such as `z.infer<typeof S>`; any value if the module of the schema is not loaded or
 * the schema has no JSON Schema.
 */
function readSchemaType(node: TSTypeReference, env: Environment): Shape {
  const schema = readInferred(
    node,
    createScope(env.module, env, () => {}),
  );
  if (!isSchema(schema)) return ANY;
  try {
    const json = schema['~standard'].jsonSchema?.output({ target: 'draft-2020-12' });
    return json === undefined ? ANY : { kind: 'value', schema: json };
  } catch {
    return ANY;
  }
}

/** Returns the named shape of an alias, an interface or an enum. */
function declared(source: TypeSource, args: readonly Shape[], env: Environment, read: ReadShape): Shape {
  if (source.argument !== undefined)
    return read(source.argument, inDeclaration(env, source.module, new Map()));
  const [first] = source.declarations;
  // A type parameter or a local class, neither of which has a declaration here.
  if (first === undefined) return ANY;
  const parameters = 'typeParameters' in first ? first.typeParameters : null;
  return named(source, first.start, parameters, args, env, read, (inside) => {
    if (first.type === 'TSTypeAliasDeclaration') return read(first.typeAnnotation, inside);
    const enums = source.declarations.filter((each) => each.type === 'TSEnumDeclaration');
    if (enums.length > 0)
      return (
        shapeOfType(
          readEnum(
            enums,
            createScope(source.module, env, () => {}),
          ),
        ) ?? ANY
      );
    const interfaces = source.declarations.filter((each) => each.type === 'TSInterfaceDeclaration');
    return mergeParts(interfaces.flatMap((each) => interfaceParts(each, inside, read)));
  });
}

function interfaceParts(
  declaration: TSInterfaceDeclaration,
  env: Environment,
  read: ReadShape,
): readonly Shape[] {
  const bases = declaration.extends.map((base) => readBase(base, env, read));
  return [...bases, readMembers(declaration.body.body, env, read)];
}

/** Returns the named shape of a class: its fields and those of its base classes. */
function ofClass(source: ClassSource, args: readonly Shape[], env: Environment, read: ReadShape): Shape {
  const { node } = source;
  return named(source, node.start, node.typeParameters ?? null, args, env, read, (inside) => {
    const { superClass, superTypeArguments } = node;
    const base =
      superClass == null
        ? []
        : [
            readBase(
              { expression: superClass, typeArguments: superTypeArguments ?? null } as TSInterfaceHeritage,
              inside,
              read,
            ),
          ];
    return mergeParts([...base, readClassMembers(node, inside, read)]);
  });
}

function mergeParts(parts: readonly Shape[]): Shape {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const structures = parts.map(expand);
  const objects = structures.filter((part) => part.kind === 'object');
  // The result of `toJSON` replaces inherited properties.
  const last = structures.at(-1);
  return last === undefined || last.kind === 'object' ? merge(objects) : last;
}

/** Reads the expression after `extends` as a type reference. */
function readBase(
  { expression, typeArguments }: TSInterfaceHeritage | TSClassImplements,
  env: Environment,
  read: ReadShape,
): Shape {
  const typeName =
    expression.type === 'MemberExpression' &&
    'property' in expression &&
    expression.property.type === 'Identifier'
      ? { type: 'TSQualifiedName', left: expression.object, right: expression.property }
      : expression;
  return read({ type: 'TSTypeReference', typeName, typeArguments } as TSType, env);
}

/** Creates the shape of a declaration with its type arguments. It is read on demand, because it may contain itself. */
function named(
  { module, name }: { readonly module: ModuleSource; readonly name: string },
  start: number,
  declaredParameters: TSTypeParameterDeclaration | null,
  args: readonly Shape[],
  env: Environment,
  read: ReadShape,
  resolve: (inside: Environment) => Shape,
): Shape {
  const parameters = bindParameters(declaredParameters, args, module, env, read);
  const key = [`${module.file}\0${name}\0${start}`, ...[...parameters.values()].map(keyOf)].join('<');
  const known = env.known.get(key);
  if (known !== undefined) return known;
  let shape: Shape | undefined;
  const suffixes = [...parameters.values()].map(nameOf);
  const { text } = descriptionOf(module, { start });
  const result: Shape = {
    kind: 'named',
    name: [name, ...suffixes].join('_'),
    key,
    ...(text === undefined ? {} : { description: text }),
    resolve: () => (shape ??= resolve(inDeclaration(env, module, parameters))),
  };
  env.known.set(key, result);
  return result;
}

function bindParameters(
  declaration: TSTypeParameterDeclaration | null,
  args: readonly Shape[],
  module: ModuleSource,
  env: Environment,
  read: ReadShape,
): ReadonlyMap<string, Shape> {
  const parameters = new Map<string, Shape>();
  for (const [index, { name, default: initial, constraint }] of (declaration?.params ?? []).entries()) {
    const fallback = initial ?? constraint ?? undefined;
    const shape =
      args[index] ?? (fallback === undefined ? ANY : read(fallback, inDeclaration(env, module, parameters)));
    parameters.set(name.name, shape);
  }
  return parameters;
}

/** A string that identifies the shape of a type argument. */
function keyOf(shape: Shape): string {
  if (shape.kind === 'named') return shape.key;
  return JSON.stringify(shape, (_key, value: unknown) => {
    if (value instanceof Map) return [...value];
    if (typeof value === 'object' && value !== null && 'resolve' in value && 'key' in value) return value.key;
    return value;
  });
}

/** Describes a type argument in the name of a schema. */
function nameOf(shape: Shape): string {
  if (shape.kind === 'named') return shape.name;
  if (shape.kind === 'literal') return String(shape.value);
  if (shape.kind === 'value') return String(shape.schema['format'] ?? shape.schema['type'] ?? 'value');
  return shape.kind === 'array' ? `${nameOf(shape.of)}_list` : shape.kind;
}
