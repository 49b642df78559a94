import { defined } from '@writ/diagnostics/internal';
import { anything, HttpError, RoutingContext, type Type } from '@writ/http';
import { mapMaybe, type Binding, type ObjectBinding, type ObjectOf } from '@writ/http/kernel';
import {
  takesSegment,
  type ObjectParameter,
  type Parameter,
  type Signature,
} from '../signature/signature.ts';
import { validateObject } from './validate-object.ts';

/** The bindings of a route, and the conversion of their values to the arguments of its handler. */
export interface HandlerArguments {
  /** The binding of the context, followed by those of the values. */
  readonly bindings: readonly Binding[];
  /** Converts values to arguments, possibly asynchronously; undefined if they are used unchanged. */
  readonly toHandlerArguments: ToHandlerArguments | undefined;
}

export type ToHandlerArguments = (
  context: RoutingContext,
  values: unknown[],
) => unknown[] | Promise<unknown[]>;

const CONTEXT: Binding = { source: 'context', type: RoutingContext };

/** Compiled arguments by signature, which handlers of a table can share, and by the variables of the path. */
const compiledArguments = new WeakMap<Signature, Map<string, HandlerArguments>>();

/**
 * Compiles the bindings of a handler and the conversion of their values. `variables` are the variables of the path;
 * each has a parameter or a key of the same name.
 */
export function compileArguments(signature: Signature, variables: readonly string[]): HandlerArguments {
  let known = compiledArguments.get(signature);
  if (known === undefined) compiledArguments.set(signature, (known = new Map()));
  const key = variables.join('/');
  let compiled = known.get(key);
  if (compiled === undefined) known.set(key, (compiled = compileParameters(signature, variables)));
  return compiled;
}

function compileParameters({ parameters }: Signature, variables: readonly string[]): HandlerArguments {
  const object = parameters.find((parameter) => parameter.kind === 'object');
  const keys = (object?.keys ?? []).filter(({ name }) => variables.includes(name));
  const bound = keys.map(({ name, type, description }): Binding => ({
    source: 'path',
    name,
    type: type as Type,
    ...defined({ description }),
  }));
  let index = 0;
  const bindings = parameters.map((parameter): Binding => {
    const { name, description } = parameter;
    const described = description === undefined ? {} : { description };
    switch (parameter.kind) {
      case 'object':
        return objectBinding(parameter, variables);
      case 'rest':
        return { source: 'rest', index, name, type: parameter.type, ...described };
      case 'raw':
        return { source: 'body', type: parameter.type, ...described };
      default:
        if (!takesSegment(parameter)) return { source: 'name', name, type: parameter.type, ...described };
        return variables.includes(name)
          ? { source: 'path', name, type: parameter.type, ...described }
          : {
              source: 'position',
              index: index++,
              name,
              type: parameter.type,
              ...described,
              ...defined({ defaultSource: parameter.default }),
            };
    }
  });
  return {
    bindings: [CONTEXT, ...bound, ...bindings],
    toHandlerArguments: compileToHandlerArguments(
      parameters,
      variables,
      keys.map(({ name }) => name),
    ),
  };
}

/** Returns the binding of an object parameter, with its documentation: JSDoc, sources of defaults, the schema. */
function objectBinding(parameter: ObjectParameter, variables: readonly string[]): ObjectBinding {
  const notes = parameter.keys.map(({ name, description, default: defaultSource }) => [
    name,
    defined({ description, defaultSource }),
  ]);
  return {
    source: 'object',
    type: withoutVariables(parameter, variables),
    optional: parameter.optional,
    notes: Object.fromEntries(notes) as NonNullable<ObjectBinding['notes']>,
    ...defined({
      checkedBy: parameter.schema,
      variants: parameter.variants?.map((each) => withoutKeys(each, variables)),
    }),
  };
}

/**
 * Returns the object type without the keys that path variables set. With a schema, every name is accepted, and unknown
 * names are reported together with the schema's issues.
 */
function withoutVariables({ type: own, schema }: ObjectParameter, variables: readonly string[]): ObjectOf {
  const type = schema === undefined || own.rest !== undefined ? own : { ...own, rest: anything };
  return withoutKeys(type, variables);
}

function withoutKeys(type: ObjectOf, variables: readonly string[]): ObjectOf {
  const fields = Object.entries(type.fields);
  const remaining = fields.filter(([name]) => !variables.includes(name));
  return remaining.length === fields.length ? type : { ...type, fields: Object.fromEntries(remaining) };
}

function compileToHandlerArguments(
  parameters: readonly Parameter[],
  variables: readonly string[],
  keys: readonly string[],
): ToHandlerArguments | undefined {
  const objectIndex = parameters.findIndex(({ kind }) => kind === 'object');
  const object = parameters[objectIndex] as ObjectParameter | undefined;
  const isOpen = (object?.type.rest ?? object?.schema) !== undefined && variables.length > 0;
  if (keys.length === 0 && !isOpen && object?.schema === undefined) return undefined;

  return (context, values) => {
    const args = values.slice(keys.length);
    if (object === undefined) return args;
    if (isOpen) assertGivenOnce(args[objectIndex], variables, context);
    if (keys.length > 0) {
      const entries = keys.map((key, index) => [key, values[index]] as const);
      args[objectIndex] = { ...(args[objectIndex] as object | undefined), ...Object.fromEntries(entries) };
    }
    if (object.schema === undefined || args[objectIndex] === undefined) return args;
    const checked = validateObject(object.schema, object.type, args[objectIndex] as object, context);
    return mapMaybe(checked, (value) => args.with(objectIndex, value));
  };
}

/**
 * Throws an error with status 400 if the request contains a name that a path variable already sets, for objects that
 * accept all names.
 */
function assertGivenOnce(object: unknown, variables: readonly string[], context: RoutingContext): void {
  const twice = variables.filter((name) => Object.hasOwn((object ?? {}) as object, name));
  if (twice.length === 0) return;
  const errors = twice.map((name) => ({
    source: context.query.raw(name).length > 0 ? 'query' : 'body',
    name,
    code: 'unknown',
    detail: 'is already set by the path',
  }));
  throw new HttpError('invalid-values', { detail: 'the path and the request set the same names', errors });
}
