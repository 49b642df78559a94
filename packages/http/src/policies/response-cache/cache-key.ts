import type { RoutingContext } from '../../contract/context.ts';
import type { StoredVariants } from './response-store.ts';

/**
 * Returns the part of the key that identifies a request's credentials, or undefined if the cache must not be used for
 * the request.
 */
export function credentialsKey(
  context: RoutingContext,
  keyOf: ((context: RoutingContext) => string | undefined) | undefined,
): string | undefined {
  const { headers } = context.request;
  const hasCredentials = headers.has('authorization') || headers.has('cookie') || context.user !== undefined;
  return hasCredentials ? keyOf?.(context) : '';
}

/**
 * Returns the key of a resource, which consists of origin, path, query and credentials. It is the same for GET and
 * HEAD. `names` are the query parameters in the key; if it is undefined, the key contains the whole query as sent.
 */
export function resourceKey(
  { request, query }: RoutingContext,
  credentials: string,
  names: readonly string[] | undefined,
): string {
  const { url } = request;
  const values =
    names === undefined ? url.search : names.map((name) => query.all(name).map((value) => [name, value]));
  return JSON.stringify([url.origin, request.path, values, credentials]);
}

/** Returns the key of the variant that matches a request. */
export function variantKey(
  resource: string,
  { vary, id }: StoredVariants,
  { request }: RoutingContext,
): string {
  return JSON.stringify([resource, id, vary.map((name) => [name, request.headers.get(name) ?? null])]);
}
