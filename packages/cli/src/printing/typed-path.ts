import type { TableRow } from '@writ/http/kernel';

/** The path of a row with the types of its variables, and the other bindings of its handler except for the context. */
export interface TypedPath {
  readonly path: string;
  readonly takes: readonly string[];
}

/** Inserts types: `/notes/{id}` with `path id: int` becomes `/notes/{id: int}`. */
export function toTypedPath({ path, bindings }: Pick<TableRow, 'path' | 'bindings'>): TypedPath {
  let typed = path;
  const takes = bindings.filter((binding) => {
    const [, source = '', name = '', type = ''] = /^(path|position|rest) ([^:]+): (.*)$/.exec(binding) ?? [];
    if (source === '') return !binding.startsWith('context');
    const before = typed;
    if (source === 'rest') typed = typed.replace(`{...${name}}`, () => `{...${name}: ${type}[]}`);
    else if (typed.includes(`{${name}?}`))
      typed = typed.replace(`{${name}?}`, () => `{${name}?: ${type.replace(/\?$/, '')}}`);
    else typed = typed.replace(`{${name}}`, () => `{${name}: ${type}}`);
    return typed === before;
  });
  return { path: typed, takes };
}
