import { joinPatterns } from '../routing/prefix.ts';

/** A router that contains a route. */
export interface RouteOwner {
  /** The prefixes at which the router is mounted; an empty string if it is not mounted. */
  readonly prefixes: readonly string[];
}

type Owner = WeakRef<RouteOwner>;

/** The routers that contain a route. Most routes have only one, which is stored without a set. */
const owners = new WeakMap<object, Owner | Set<Owner>>();
/** One reference per router, so that a set contains each router only once. */
const references = new WeakMap<RouteOwner, Owner>();

/** Records that a router contains a route, or the routes of a class. */
export function recordOwner(key: object, owner: RouteOwner): void {
  let reference = references.get(owner);
  if (reference === undefined) references.set(owner, (reference = new WeakRef(owner)));
  const known = owners.get(key);
  if (known === undefined) owners.set(key, reference);
  else if (known instanceof Set) known.add(reference);
  else if (known !== reference) owners.set(key, new Set([known, reference]));
}

/** Returns the prefixes of the routers that contain a route, in registration order; empty if no router contains it. */
export function prefixesOf(key: object): readonly string[] {
  const known = owners.get(key);
  if (known === undefined) return [];
  const all = known instanceof Set ? [...known] : [known];
  return [...new Set(all.flatMap((owner) => owner.deref()?.prefixes ?? []))];
}

/** Returns the prefixes of a router that is mounted in other routers; an empty string if it is not mounted. */
export function prefixesInside(
  outer: readonly { readonly router: RouteOwner; readonly prefix: string }[],
): readonly string[] {
  if (outer.length === 0) return [''];
  return outer.flatMap(({ router, prefix }) => router.prefixes.map((first) => joinPatterns(first, prefix)));
}
