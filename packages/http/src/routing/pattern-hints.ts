/** Formats a pattern as a TypeScript string literal. Backslashes are doubled. */
export function quotePattern(pattern: string): string {
  return `'${pattern.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Creates the hint for an unclosed brace. In the suggestion, it is closed before the next slash or at the end. */
export function hintClosingBrace(pattern: string, brace: number): string {
  const slash = pattern.indexOf('/', brace);
  const end = slash === -1 ? pattern.length : slash;
  const [, name = '', rest = ''] = /^(\w*)(.*)$/s.exec(pattern.slice(brace + 1, end))!;
  const regex = rest.startsWith(':') && compiles(rest.slice(1)) ? rest : '';
  const isPaired = rest.split('{').length === rest.split('}').length;
  const after = rest.startsWith(':') ? '' : isPaired ? rest : rest.replaceAll(/[{}]/g, '');
  const fixed = `${pattern.slice(0, brace)}{${name || 'name'}${regex}}${after}${pattern.slice(end)}`;
  return `write ${quotePattern(fixed)}; for a literal brace, '\\\\{'`;
}

/**
 * Creates the hint for an unclosed character class. In the suggestion, it is closed before the next brace, or before the
 * quantifier that precedes this brace. Returns undefined if no brace follows.
 */
export function hintClosingBracket(pattern: string, bracket: number): string | undefined {
  const [before = ''] = /^(?:\\[^]|[^\\}])+/.exec(pattern.slice(bracket)) ?? [];
  const brace = bracket + before.length;
  if (pattern[brace] !== '}') return undefined;
  const [quantifier = ''] = /(?:[*+?]|\{\d[\d,]*)$/.exec(before.slice(2)) ?? [];
  const end = brace - quantifier.length;
  return `write ${quotePattern(`${pattern.slice(0, end)}]${pattern.slice(end)}`)}; for a literal bracket, '\\\\['`;
}

/** Creates the hint for an unopened brace. In the suggestion, the word before it becomes the variable. */
export function hintOpeningBrace(pattern: string, brace: number): string {
  const segment = pattern.lastIndexOf('/', brace) + 1;
  const before = pattern.slice(segment, brace);
  const name = /^\w+(?=:)/.test(before) ? before : /\w+$/.exec(before)?.[0];
  if (name === undefined) return `remove it; for a literal brace, '\\\\}'`;
  const start = brace - name.length;
  const fixed = `${pattern.slice(0, start)}{${pattern.slice(start)}`;
  return `write ${quotePattern(fixed)}; for a literal brace, '\\\\}'`;
}

/**
 * Creates the hint for an invalid variable name. It suggests the most similar valid name, followed by `:.*` if the
 * invalid name uses the catch-all syntax of another framework.
 */
export function hintVariableName(pattern: string, start: number, found: string): string {
  const name = found.replaceAll(/\W+/g, '_').replaceAll(/^_+|_+$/g, '') || 'name';
  const rest = /^\s*(?:\*|\.\.\.)\w/.test(found) ? ':.*' : '';
  const fixed = `${pattern.slice(0, start)}${name}${rest}${pattern.slice(start + found.length)}`;
  return `write ${quotePattern(fixed)}: a name has letters, digits and underscores`;
}

/** Creates the hint for an invalid regular expression. It shows an example, and the variable without an expression. */
export function hintExpression(pattern: string, start: number, end: number): string {
  const [before, after] = [pattern.slice(0, start), pattern.slice(end)];
  return `write a regular expression, as in ${quotePattern(`${before}:\\d+${after}`)}; ${quotePattern(before + after)} matches anything`;
}

/** Creates the hint for a repeated variable name. */
export function hintUniqueName(
  pattern: string,
  start: number,
  name: string,
  names: readonly string[],
): string {
  let number = 2;
  while (names.includes(`${name}${number}`)) number += 1;
  const end = start + name.length;
  const fixed = `${pattern.slice(0, end)}${number}${pattern.slice(end)}`;
  return `give each variable its own name: ${quotePattern(fixed)}`;
}

function compiles(regex: string): boolean {
  try {
    return regex !== '' && RegExp(regex, 'us') instanceof RegExp;
  } catch {
    return false;
  }
}
