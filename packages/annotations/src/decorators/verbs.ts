import { captureOrigin, type Bindable, type Param, type InferValues } from '@writ/http/kernel';
import { demandCall } from '../recording/called.ts';
import { demandOptions, type OptionNames } from '../recording/options.ts';
import { attach, type DecoratorArguments } from '../recording/target.ts';

type Handler = (...args: any[]) => unknown;
type Texts = string | readonly string[];
type Bindings = readonly [Bindable<any>, ...Bindable<any>[]];

export interface VerbOptions {
  /** Media types of the request's body. */
  readonly consumes?: Texts;
  /** Media types of the response. */
  readonly produces?: Texts;
  /** Lowest first; 0 when not given. */
  readonly order?: number;
}

const OPTION_NAMES: OptionNames<VerbOptions> = { consumes: true, produces: true, order: true };

/** Stands on a method that takes `M`'s parameters; what `M` leaves out must be optional there. */
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

function verb(method: string): Verb {
  const annotate = (...args: unknown[]): unknown => {
    const origin = captureOrigin(annotate);
    demandCall(args, `@${method}('/')`);
    const rest = [...args];
    const path = typeof rest[0] === 'string' ? (rest.shift() as string) : undefined;
    // Undefined stands for options that are left out, as in `GET(undefined, undefined, binding)`.
    if (path === undefined && rest[0] === undefined) rest.shift();
    const options = isBindable(rest[0]) ? undefined : (rest.shift() as VerbOptions | undefined);
    if (isObject(options)) demandOptions(method, options, OPTION_NAMES);
    const params = (rest as Bindable[]).map((bindable): Param<unknown> =>
      'binding' in bindable ? bindable : { binding: bindable },
    );
    return (...target: DecoratorArguments): void => {
      const { consumes, produces, order } = options ?? {};
      attach({ kind: 'verb', method, ...(path === undefined ? {} : { path }), params, origin }, target);
      if (consumes !== undefined) attach({ kind: 'consumes', types: texts(consumes), origin }, target);
      if (produces !== undefined) attach({ kind: 'produces', types: texts(produces), origin }, target);
      if (order !== undefined) attach({ kind: 'order', order, origin }, target);
    };
  };
  return annotate as Verb;
}

function isBindable(value: unknown): boolean {
  return typeof value === 'function' || (isObject(value) && ('binding' in value || 'source' in value));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function texts(value: Texts): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

export const GET: Verb = verb('GET');
export const POST: Verb = verb('POST');
export const PUT: Verb = verb('PUT');
export const DELETE: Verb = verb('DELETE');
export const PATCH: Verb = verb('PATCH');
export const HEAD: Verb = verb('HEAD');
export const OPTIONS: Verb = verb('OPTIONS');
export const TRACE: Verb = verb('TRACE');
export const CONNECT: Verb = verb('CONNECT');
