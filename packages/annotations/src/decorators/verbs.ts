import { inspect } from 'node:util';
import { captureOrigin, type Bindable, type Param, type InferValues } from '@writ/http/kernel';
import { assertCalled } from '../recording/assert-called.ts';
import { assertKnownOptions, type OptionNames } from '../recording/options.ts';
import { recordAnnotation } from '../recording/record-annotation.ts';
import { readTarget, type DecoratorArguments } from '../recording/decorator-target.ts';
import { isObject } from '../recording/reflection.ts';
import { paramOfDecorator } from './param-decorator.ts';

type Handler = (...args: any[]) => unknown;
type OneOrMany = string | readonly string[];
type Bindings = readonly [Bindable, ...Bindable[]];

/** Options for a verb. */
export interface VerbOptions {
  /** Media types of the request's body. */
  readonly consumes?: OneOrMany;
  /** Media types of the response. */
  readonly produces?: OneOrMany;
  /** The position among the routes, lowest first (default: 0). */
  readonly order?: number;
}

const OPTION_NAMES: OptionNames<VerbOptions> = { consumes: true, produces: true, order: true };

/** A decorator for methods that accept the parameters of `M`; any further parameter must be optional. */
export interface VerbDecorator<M extends Handler> {
  <This, F extends M>(value: F, context: ClassMethodDecoratorContext<This, F>): void;
  <F extends M>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<F>): void;
}

/** Makes a method a route. With bindings, the compiler checks the method's parameters against them. */
export interface Verb {
  (path?: string, options?: VerbOptions): VerbDecorator<Handler>;
  (options: VerbOptions): VerbDecorator<Handler>;
  <B extends Bindings>(
    path: string,
    options: VerbOptions,
    ...bindings: B
  ): VerbDecorator<(...args: InferValues<B>) => unknown>;
  <B extends Bindings>(path: string, ...bindings: B): VerbDecorator<(...args: InferValues<B>) => unknown>;
  <B extends Bindings>(
    options: VerbOptions,
    ...bindings: B
  ): VerbDecorator<(...args: InferValues<B>) => unknown>;
  <B extends Bindings>(...bindings: B): VerbDecorator<(...args: InferValues<B>) => unknown>;
}

type VerbArgument = string | VerbOptions | Bindable | undefined;

interface VerbInit {
  readonly path: string | undefined;
  readonly options: VerbOptions | undefined;
  readonly params: readonly Param<unknown>[];
}

/** Splits the arguments of a verb. Undefined marks an omitted argument, as in `GET(undefined, undefined, binding)`. */
function parseVerbArguments(args: readonly VerbArgument[], annotation: string): VerbInit {
  const [first] = args;
  const path = typeof first === 'string' ? first : undefined;
  const next = path === undefined && first !== undefined ? 0 : 1;
  const second = args[next];
  const options = isBindable(second) || typeof second === 'string' ? undefined : second;
  const bindings = args.slice(options === second ? next + 1 : next);
  return { path, options, params: bindings.map((each) => toParam(each, annotation)) };
}

function createVerb(method: string): Verb {
  const annotate: Verb = (...args: readonly VerbArgument[]) => {
    const origin = captureOrigin(annotate);
    assertCalled(args, `@${method}('/')`);
    const { path, options, params } = parseVerbArguments(args, method);
    if (isObject(options)) assertKnownOptions(method, options, OPTION_NAMES);
    return (...given: DecoratorArguments): void => {
      const target = readTarget(given);
      const verb = { kind: 'verb', method, params, origin } as const;
      recordAnnotation(path === undefined ? verb : { ...verb, path }, target);
      if (!isObject(options)) return;
      const { consumes, produces, order } = options;
      if (consumes !== undefined)
        recordAnnotation({ kind: 'consumes', types: toList(consumes), origin }, target);
      if (produces !== undefined)
        recordAnnotation({ kind: 'produces', types: toList(produces), origin }, target);
      if (order !== undefined) recordAnnotation({ kind: 'order', order, origin }, target);
    };
  };
  return annotate;
}

/** Returns a binding in the form of a parameter. @throws TypeError for another value */
export function toParam(value: VerbArgument, annotation: string): Param<unknown> {
  if (isBindable(value)) return paramOfDecorator(value) ?? ('binding' in value ? value : { binding: value });
  const found = inspect(value, { depth: 0 });
  throw new TypeError(
    `@${annotation} accepts a path, options and bindings such as PathParam('id', int), not ${found}`,
  );
}

function isBindable(value: VerbArgument): value is Bindable {
  return typeof value === 'function' || (isObject(value) && ('binding' in value || 'source' in value));
}

function toList(value: OneOrMany): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** A route for GET requests. */
export const GET: Verb = createVerb('GET');
/** A route for POST requests. */
export const POST: Verb = createVerb('POST');
/** A route for PUT requests. */
export const PUT: Verb = createVerb('PUT');
/** A route for DELETE requests. */
export const DELETE: Verb = createVerb('DELETE');
/** A route for PATCH requests. */
export const PATCH: Verb = createVerb('PATCH');
/** A route for HEAD requests. */
export const HEAD: Verb = createVerb('HEAD');
/** A route for OPTIONS requests. */
export const OPTIONS: Verb = createVerb('OPTIONS');
/** A route for TRACE requests. */
export const TRACE: Verb = createVerb('TRACE');
/** A route for CONNECT requests. */
export const CONNECT: Verb = createVerb('CONNECT');
