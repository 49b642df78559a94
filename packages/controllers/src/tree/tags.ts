import type { PlacedClass } from '../classes/placed-class.ts';
import { variableIn } from '../naming/variable.ts';

/** Gives what documentation groups a class by: the bits of its module, or `root`. */
export function createTagger(
  modules: readonly { readonly bits: readonly string[] }[],
): (placed: Pick<PlacedClass, 'bits' | 'isNamed'>) => readonly string[] {
  const known = new Set(modules.map(({ bits }) => bits.join('/')));
  return ({ bits, isNamed }) => {
    // The last bit of a class that has a name is its own, even where a module has the same.
    let length = bits.length - (isNamed ? 1 : 0);
    while (length > 0 && !known.has(bits.slice(0, length).join('/'))) length -= 1;
    const tags = bits.slice(0, length).filter((bit) => variableIn(bit) === undefined);
    return tags.length === 0 ? ['root'] : [...new Set(tags)];
  };
}
