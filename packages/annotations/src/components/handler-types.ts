import type { HandlerSource } from './roles.ts';

type AnyClass<T> = abstract new (...args: never[]) => T;
type Thrown<T> = T extends AnyClass<infer E> ? E : T extends readonly AnyClass<infer E>[] ? E : never;

/** A class says twice what it is for: to the compiler by its method, and at run time by its `static type`. */
type Checked<H> = H extends HandlerSource
  ? H extends { readonly type: infer T }
    ? H extends new (...args: never[]) => { write(exception: infer E, ...rest: never[]): unknown }
      ? [Thrown<T>] extends [E]
        ? H
        : { readonly 'write() does not take what its static type says': Thrown<T> }
      : H
    : H
  : HandlerSource;

/** Exception handlers whose methods take what they are registered for. */
export type HandlersOf<H extends readonly unknown[]> = { readonly [K in keyof H]: Checked<H[K]> };
