import type { ModuleSource } from './module-source.ts';

/** The content of a JSDoc comment. */
export interface Description {
  readonly text?: string;
  /** The descriptions of `@param name description`, by name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const NO_DESCRIPTION: Description = { parameters: new Map() };

/** Reads the JSDoc comment directly before `offset`. */
export function descriptionAt(
  { text, comments }: Pick<ModuleSource, 'text' | 'comments'>,
  offset: number,
): Description {
  const comment = comments.findLast(({ end }) => end <= offset);
  if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return NO_DESCRIPTION;
  if (text.text.slice(comment.end, offset).trim() !== '') return NO_DESCRIPTION;
  return parseComment(comment.value);
}

function parseComment(value: string): Description {
  const body = value.slice(1).replaceAll(/^[ \t]*\*? ?/gm, '');
  const [free = '', ...tags] = body.split(/^@/m);
  const parameters = new Map<string, string>();
  for (const tag of tags) {
    const [, name, text = ''] =
      /^param\s+(?:\{[^}]*\}\s*)?\[?([\w$.]+)[^\s\]]*\]?\s*(?:-\s+)?([^]*)$/.exec(tag) ?? [];
    if (name !== undefined && text.trim() !== '') parameters.set(name, unwrapLines(text));
  }
  return free.trim() === '' ? { parameters } : { text: unwrapLines(free), parameters };
}

/** Joins the lines of each paragraph; empty lines between paragraphs are preserved. */
function unwrapLines(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n');
}
