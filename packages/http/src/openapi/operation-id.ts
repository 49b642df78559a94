import type { Route } from '../contract/route.ts';
import { variablesIn, type PathForm } from './path-template.ts';

/**
 * Returns `Notes_one` for a class method, `listNotes` for a named function, and undefined for a handler without a
 * usable name.
 */
export function declaredName({ origin, handler, method }: Route): string | undefined {
  const name = origin?.className === undefined ? handler.name : origin.method;
  // HTTP verbs and the property name `handler` do not identify a route.
  if (name === undefined || name === 'handler' || name.toUpperCase() === method) return undefined;
  const full = origin?.className === undefined ? name : `${origin.className}_${name}`;
  return /^[\w$.]+$/.test(full) ? full : undefined;
}

/** Derives a name from method and path, such as `getNotesById`. */
export function nameByPath(method: string, form: PathForm): string {
  const words = form.flatMap((pieces) =>
    pieces.flatMap((piece) => {
      if (typeof piece === 'string') return capitalizeWords(decodeURIComponent(piece));
      return piece.isMatrix ? [] : ['By', ...capitalizeWords(piece.name)];
    }),
  );
  const matrix = variablesIn(form).flatMap(({ isMatrix, name }) =>
    isMatrix ? ['With', ...capitalizeWords(name)] : [],
  );
  return `${method.toLowerCase()}${[...words, ...matrix].join('') || 'Root'}`;
}

function capitalizeWords(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
}

interface NameCandidates {
  /** The name in the source; undefined if the handler has no name there, or if the route has several forms. */
  readonly own: string | undefined;
  readonly byPath: string;
}

/**
 * Returns a unique name for each operation. A declared name is used only if it is unique, so that the order of routes
 * does not affect names.
 */
export function uniqueNames(all: readonly NameCandidates[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { own } of all) if (own !== undefined) counts.set(own, (counts.get(own) ?? 0) + 1);
  const usedNames = new Set([...counts].filter(([, count]) => count === 1).map(([name]) => name));
  return all.map(({ own, byPath }) => {
    if (own !== undefined && counts.get(own) === 1) return own;
    let name = byPath;
    for (let count = 2; usedNames.has(name); count += 1) name = `${byPath}_${count}`;
    usedNames.add(name);
    return name;
  });
}
