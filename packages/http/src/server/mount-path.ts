/**
 * Returns the path at which an Express or Connect application mounts the router, or an empty string. `target` is the
 * rest of the target, without this path.
 */
export function mountPathOf(request: object, target: string): string {
  const { originalUrl } = request as { readonly originalUrl?: unknown };
  if (typeof originalUrl !== 'string' || originalUrl === target) return '';
  // For a request to the mount path itself, the application passes `/` instead of an empty target.
  const rest = [target, target.slice(1)].find((each) => originalUrl.endsWith(each));
  return rest === undefined ? '' : originalUrl.slice(0, originalUrl.length - rest.length);
}
