import type { Scope } from '@writ/http/kernel';
import type { MountedClass } from '../classes/mounted-class.ts';
import { toPatternSegment } from '../naming/variable.ts';
import type { SetFilters } from '../policies/statics.ts';

/**
 * Returns the scopes of a route. Policies run in a fixed order, wherever they are set, so a class or folder that sets
 * several policies can occur several times.
 */
export function createScopes(
  { name }: Pick<MountedClass, 'name'>,
  base: readonly string[],
  segments: readonly string[],
  policies: readonly SetFilters[],
): readonly Scope[] {
  const scopes: { scope: Scope; folder: SetFilters['folder'] }[] = [];
  for (const { filters, folder } of policies) {
    const last = scopes.at(-1);
    if (last !== undefined && last.folder === folder) {
      last.scope = { ...last.scope, filters: [...(last.scope.filters ?? []), ...filters] };
      continue;
    }
    const scope: Scope =
      folder === undefined
        ? { name: `class ${name}`, path: toPattern(segments), filters }
        : {
            name: folder.file,
            origin: { file: folder.file },
            path: toPattern([...base, ...folder.segments]),
            filters,
          };
    scopes.push({ scope, folder });
  }
  return scopes.map(({ scope }) => scope);
}

function toPattern(segments: readonly string[]): string {
  return `/${segments.map(toPatternSegment).join('/')}`;
}
