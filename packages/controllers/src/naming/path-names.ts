/** The path segments and the extension in a class name. */
export interface PathName {
  /** Path segments that select the class; empty for `Default`. */
  readonly segments: readonly string[];
  /** Extension such as `txt` in `Robots_txt`; it determines the content type. */
  readonly extension?: string;
}

/**
 * Converts a name to kebab case: `FooBar` → `foo-bar`, `HTTPServer` → `http-server`, `Foo2Bar` → `foo2bar`, `foo_bar` →
 * `foo-bar`.
 */
export function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/_+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
}

/**
 * Converts a class name to its path name. `Default` adds no segment, and the first underscore starts an extension:
 * `Robots_txt` → `robots.txt`, `Feed_atom` → `feed.atom`, `Default_html` → `index.html`.
 */
export function classPathName(exportName: string): PathName {
  if (exportName === 'Default') return { segments: [] };
  const underscore = exportName.indexOf('_', 1);
  const extension = underscore === -1 ? '' : exportName.slice(underscore + 1).toLowerCase();
  const base = extension === '' ? exportName : exportName.slice(0, underscore);
  if (extension === '') return { segments: [kebabCase(base)] };
  return { segments: [`${base === 'Default' ? 'index' : kebabCase(base)}.${extension}`], extension };
}

/** Whether a segment is valid: an export, like an alias, may have any name, such as `"[id]"` or `"a/b"`. */
export function isValidSegment(segment: string): boolean {
  return /^[\p{ID_Continue}$.~-]+$/u.test(segment) && !/^\.+$/.test(segment);
}

/** Whether a name excludes a class from the routes. */
export function isPrivateName(exportName: string): boolean {
  return exportName.startsWith('_') || exportName.endsWith('Controller');
}

/**
 * Normalizes a segment of a request path for the look-up: `foo_bar` finds `foo-bar`. Other spellings do not match, and
 * a name with an extension has only one spelling.
 */
export function normalizeSegment(segment: string): string {
  return segment.includes('_') && !segment.includes('-') && !segment.includes('.')
    ? segment.replaceAll('_', '-')
    : segment;
}
