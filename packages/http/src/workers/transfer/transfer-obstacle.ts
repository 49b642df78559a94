import { classesOf, findInstances, childrenOf } from './instances.ts';
import { privateMemberOf } from './private-member.ts';

/**
 * Describes why a value cannot be transferred to another thread, and the fix. Returns undefined if it can be
 * transferred.
 */
export function findTransferObstacle(root: unknown, what: string): string | undefined {
  return findPrivateMember(root, what) ?? (isCloneable(root) ? undefined : describeUncloneable(root, what));
}

/**
 * Describes the first instance with a private member, which structured cloning silently omits. Returns undefined if
 * there is none.
 */
export function findPrivateMember(root: unknown, what: string): string | undefined {
  for (const value of findInstances(root)) {
    for (const type of classesOf(value)) {
      const member = privateMemberOf(type);
      if (member === undefined) continue;
      const location = describeLocation(findPath(root, value), what);
      return `${location} is an instance of ${className(type)}, whose ${member} cannot be transferred: make it public, or use plain data`;
    }
  }
  return undefined;
}

/** Describes the innermost value that cannot be cloned. */
function describeUncloneable(root: unknown, what: string): string {
  const path: string[] = [];
  const seen = new Set<unknown>();
  let at = root;
  while (typeof at === 'object' && at !== null && !seen.has(at)) {
    seen.add(at);
    const wrong = childrenOf(at).find(([, value]) => !isCloneable(value));
    if (wrong === undefined) break;
    path.push(wrong[0]);
    at = wrong[1];
  }
  return `${describeLocation(path, what)} is ${describeKind(at)}, which cannot be cloned: remove it, or use plain data`;
}

function isCloneable(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object') return true;
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function describeKind(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  return `an instance of ${className(Object(value).constructor)}`;
}

function className(type: unknown): string {
  const name = typeof type === 'function' ? type.name : '';
  return name === '' ? 'a class without a name' : name;
}

/** Returns the names on the path from `root` to an object. */
function findPath(root: unknown, wanted: object): readonly string[] {
  const seen = new Set<unknown>([root]);
  let level: (readonly [unknown, readonly string[]])[] = [[root, []]];
  while (level.length > 0) {
    const next: (readonly [unknown, readonly string[]])[] = [];
    for (const [value, path] of level) {
      if (value === wanted) return path;
      for (const [name, part] of childrenOf(value as object)) {
        if (typeof part !== 'object' || part === null || seen.has(part)) continue;
        seen.add(part);
        next.push([part, [...path, name]]);
      }
    }
    level = next;
  }
  return [];
}

function describeLocation(path: readonly string[], what: string): string {
  if (path.length === 0) return what;
  const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return `${pointer} of ${what}`;
}
