import { addressOf } from '@writ/http';
import type { AddressOptions } from '@writ/http/kernel';
import type { Class } from '../recording/reflection.ts';
import { resolveAddressRoute } from './address-route.ts';

/** The names of a class's methods. */
export type MethodOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T];

type Scalar = string | number | bigint | boolean | Date;
/** An object that says itself what text it is, as `Date` and `URL` do. */
type JsonString = { toJSON(): string };

/** What may stand for an argument: itself, or a list of them; for an object, such as a bean, anything with a text. */
type Argument<P> = P extends undefined | null
  ? never
  : P extends Scalar
    ? P
    : P extends readonly (infer E)[]
      ? readonly Argument<E>[]
      : P | Scalar | JsonString | readonly (Scalar | JsonString)[];

/**
 * Values by the names that the annotations give them. The compiler knows no names of them: of each value it checks that
 * some parameter of the method takes the like. A text stands for any.
 */
export type UrlValues<M> = M extends (...args: infer A) => unknown
  ? Readonly<Record<string, Argument<A[number]> | string | undefined>>
  : never;

/**
 * The address of a method of an annotated class: path, matrix parameters and query, percent-encoded.
 *
 *     url(Notes, 'one', { id: 7 })                        // /notes/7
 *     url(Notes, 'list', { tag: ['a', 'b'] })             // /notes?tag=a&tag=b
 *     url(Notes, 'one', { id: 7 }, { base: '/api' })      // /api/notes/7, where a proxy mounts it
 *
 * Values are checked as those of a request would be. What stands in headers, cookies, forms and bodies is not given.
 *
 * @throws AddressError naming class and method, with every name that is missing or unknown and every value that the
 * method would not take; TypeError for a method that is no route.
 */
export function url<C extends Class, K extends MethodOf<InstanceType<C>>>(
  type: C,
  method: K,
  values: UrlValues<InstanceType<C>[K]> = {} as UrlValues<InstanceType<C>[K]>,
  options: AddressOptions = {},
): string {
  return addressOf(resolveAddressRoute(type, method as string | symbol), values, options);
}
