import { addressOfOwned, type AddressOptions } from '@writ/http/kernel';
import type { Class } from '../recording/reflection.ts';
import { resolveAddressRoute } from './address-route.ts';

/** The method names of a class. */
export type MethodOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T];

type Scalar = string | number | bigint | boolean | Date;
/** An object that serializes itself to a string, such as a `Date` or a `URL`. */
type JsonString = { toJSON(): string };

/**
 * The values accepted for a parameter: its type, or for an array, an array of the values accepted for its elements. An
 * object parameter, such as a bean, also accepts any value that converts to a string, and arrays of these.
 */
type Argument<P> = P extends undefined | null
  ? never
  : P extends Scalar
    ? P
    : P extends readonly (infer E)[]
      ? readonly Argument<E>[]
      : P | Scalar | JsonString | readonly (Scalar | JsonString)[];

/**
 * The values of an address, keyed by the names in the annotations. Types do not contain these names, so the compiler
 * only checks that each value matches some parameter of the method. A string matches any parameter.
 */
export type UrlValues<M> = M extends (...args: infer A) => unknown
  ? Readonly<Record<string, Argument<A[number]> | string | undefined>>
  : never;

/**
 * Returns the address of a method in an annotated class: path, matrix parameters and query, percent-encoded.
 *
 *     url(Notes, 'one', { id: 7 })                        // /notes/7
 *     url(Notes, 'list', { tag: ['a', 'b'] })             // /notes?tag=a&tag=b
 *     url(Notes, 'one', { id: 7 }, { base: '/api' })      // /api/notes/7, if a proxy serves the application under /api
 *     url(Chat, 'opened', { room: 'tea' })                // /chat/tea, with any hook of a class with @WebSocket
 *
 * If the class is registered in a router that is mounted under a prefix, the address contains the prefix.
 *
 * Values are validated like request values, but not by asynchronous checks. Omit header, cookie, form and body values.
 *
 * @throws AddressError with the class, the method, and every missing name, unknown name and invalid value; TypeError
 * for a method that is not a route or whose bindings are invalid
 */
export function url<C extends Class, K extends MethodOf<InstanceType<C>>>(
  type: C,
  method: K,
  values: UrlValues<InstanceType<C>[K]> = {} as UrlValues<InstanceType<C>[K]>,
  options: AddressOptions = {},
): string {
  return addressOfOwned(resolveAddressRoute(type, method as string | symbol), type, values, options);
}
