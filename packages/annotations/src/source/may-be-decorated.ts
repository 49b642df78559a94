const DECORATOR = /(?:^|[\s;{(,=>:?&|[])@[\p{ID_Start}$_(]/u;

/** A class without decorators whose generic base class may have decorated members: `class Notes extends Crud<Note>`. */
const GENERIC_BASE = /\bclass\s+(?:[^\s<{]+\s+)?extends\s+[^\s<{(]+\s*</u;

/**
 * Whether a source may have a class with decorated members of its own or of a generic base class. Most sources have
 * none and are not parsed.
 */
export function mayBeDecorated(text: string): boolean {
  return text.includes('class') && (DECORATOR.test(text) || GENERIC_BASE.test(text));
}
