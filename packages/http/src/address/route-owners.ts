import { joinPatterns } from '../routing/prefix.ts';

/** A router that contains a route. */
export interface RouteOwner {
  /** The prefixes at which the router is mounted; an empty string if it is not mounted. */
  readonly prefixes: readonly string[];
}

const owners = new WeakMap<object, Set<WeakRef<RouteOwner>>>();
/** One reference per router, so that a set contains each router only once. */
const references = new WeakMap<RouteOwner, WeakRef<RouteOwner>>();

/** Records that a router contains a route, or the routes of a class. */
export function recordOwner(key: object, owner: RouteOwner): void {
  let reference = references.get(owner);
  if (reference === undefined) references.set(owner, (reference = new WeakRef(owner)));
  const known = owners.get(key);
  if (known === undefined) owners.set(key, new Set([reference]));
  else known.add(reference);
}

/** Returns the prefixes of the routers that contain a route, in registration order; empty if no router contains it. */
export function prefixesOf(key: object): readonly string[] {
  const all = [...(owners.get(key) ?? [])].flatMap((owner) => owner.deref()?.prefixes ?? []);
  return [...new Set(all)];
}

/** Returns the prefixes of a router that is mounted in other routers; an empty string if it is not mounted. */
export function prefixesInside(
  outer: readonly { readonly router: RouteOwner; readonly prefix: string }[],
): readonly string[] {
  if (outer.length === 0) return [''];
  return outer.flatMap(({ router, prefix }) => router.prefixes.map((first) => joinPatterns(first, prefix)));
}
