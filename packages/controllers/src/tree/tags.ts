import type { MountedClass } from '../classes/mounted-class.ts';
import { variableName } from '../naming/variable.ts';

const ROOT = ['root'];

/** Returns a function that determines the OpenAPI tags of a class: the names in the path of its module, or `root`. */
export function createTagger(
  modules: readonly { readonly segments: readonly string[] }[],
): (mounted: Pick<MountedClass, 'segments' | 'isNamed'>) => readonly string[] {
  const known = new Set(modules.map(({ segments }) => segments.join('/')));
  return ({ segments, isNamed }) => {
    // The last segment belongs to the class, even if there is a module of the same name.
    let length = segments.length - (isNamed ? 1 : 0);
    while (length > 0 && !known.has(segments.slice(0, length).join('/'))) length -= 1;
    const tags = segments.slice(0, length).filter((segment) => variableName(segment) === undefined);
    return tags.length === 0 ? ROOT : [...new Set(tags)];
  };
}
