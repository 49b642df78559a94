import type { ContentKind } from './content-kinds.ts';

/** Folders of generated pages: the API reference, and source files. They contain two thirds of all pages. */
const GENERATED = new Set(['api', 'files']);

/** The checks of axe-core on a page. */
export interface Audit {
  /** Whether to check the page at all. */
  readonly content: boolean;
  /** Whether to check its colours in both themes, and its content at the width of a phone. */
  readonly looks: boolean;
  /** Whether to check everything at the width of a phone, where menus replace the sidebar. */
  readonly layout: boolean;
}

/** Decides what axe-core checks on a page, given the kinds of its content. */
export type AuditSample = (path: string, kinds: readonly ContentKind[]) => Audit;

const sectionOf = (path: string): string => path.split('/')[1]!;

/** Whether a page is generated. */
export const isGenerated = (path: string): boolean => GENERATED.has(sectionOf(path));

/** Whether a page shows a source file. */
export const isSourceFile = (path: string): boolean => sectionOf(path) === 'files';

/**
 * Creates a sample. The content of all written pages is checked. The other checks would find the same violations on each
 * page with the same kinds of content, so that they are limited to pages with a kind of content that no page before has.
 * The layout is that of the section, and is checked on its first page.
 */
export function createAuditSample(): AuditSample {
  const seen = new Set<ContentKind>();
  const sections = new Set<string>();
  return (path, kinds) => {
    const section = sectionOf(path);
    const layout = !sections.has(section);
    const looks = layout || kinds.some((kind) => !seen.has(kind));
    sections.add(section);
    for (const kind of kinds) seen.add(kind);
    return { content: looks || !isGenerated(path), looks, layout };
  };
}
