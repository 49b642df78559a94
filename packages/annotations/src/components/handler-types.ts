import type { HandlerSource } from './roles.ts';

type AnyClass<T> = abstract new (...args: never[]) => T;
type Thrown<T> = T extends AnyClass<infer E> ? E : T extends readonly AnyClass<infer E>[] ? E : never;

/** A handler class declares its type twice: in `write` for the compiler, and in `static type` for the run time. */
type Checked<H> = H extends HandlerSource
  ? H extends { readonly type: infer T }
    ? H extends new (...args: never[]) => { write(exception: infer E, ...rest: never[]): unknown }
      ? [Thrown<T>] extends [E]
        ? H
        : { readonly 'write() does not accept its static type': Thrown<T> }
      : H
    : H
  : HandlerSource;

/** Exception handlers whose `write` accepts their `static type`. */
export type HandlersOf<H extends readonly unknown[]> = { readonly [K in keyof H]: Checked<H[K]> };
