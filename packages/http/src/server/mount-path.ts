/**
 * Finds the path at which an Express or Connect application mounts the router. Returns an empty string without one. `target` is the
 * rest of the target, without this path.
 */
export function findMountPath(request: object, target: string): string {
  const { originalUrl } = request as { readonly originalUrl?: unknown };
  if (typeof originalUrl !== 'string' || originalUrl === target) return '';
  // For a request to the mount path itself, the application passes `/` instead of an empty target.
  const rest = [target, target.slice(1)].find((each) => originalUrl.endsWith(each));
  return rest === undefined ? '' : originalUrl.slice(0, originalUrl.length - rest.length);
}
