import { defined } from '@writ/diagnostics/internal';
import type { HandlerDocumentation } from '@writ/http/kernel';
import type { Span } from '@oxc-project/types';
import type { ModuleSource } from './module-source.ts';

/** The content of a JSDoc comment. */
export interface Description {
  readonly text?: string;
  /** The descriptions of `@param name description`, by name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The text of `@returns`. */
  readonly returns?: string;
  /** The tags that document a handler. */
  readonly tags: Omit<HandlerDocumentation, 'description' | 'parameters'>;
}

const NO_DESCRIPTION: Description = { parameters: new Map(), tags: {} };

/** Reads the JSDoc comment before a declaration, which may begin with decorators and be exported. */
export function descriptionOf(
  module: Pick<ModuleSource, 'text' | 'comments'>,
  {
    start,
    decorators = [],
  }: { readonly start: number; readonly decorators?: readonly Pick<Span, 'start'>[] },
): Description {
  const first = Math.min(start, ...decorators.map((each) => each.start));
  const before = module.text.text.slice(Math.max(0, first - 40), first);
  const [modifiers = ''] = /(?:export\s+)?(?:default\s+)?(?:declare\s+)?$/.exec(before) ?? [];
  return descriptionAt(module, first - modifiers.length);
}

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
  const returns = textOf(tags, 'returns?');
  return {
    ...(free.trim() === '' ? {} : { text: unwrapLines(free) }),
    parameters,
    ...defined({ returns }),
    tags: parseTags(tags),
  };
}

function parseTags(tags: readonly string[]): Description['tags'] {
  const has = (name: string): boolean => tags.some((tag) => tag.split(/\s/, 1)[0] === name);
  const names = textOf(tags, 'tags')?.split(/\s*,\s*/);
  const errors = tags.flatMap((tag) => {
    const [, status, text = ''] = /^throws\s+\{(\d{3})\}\s*([^]*)$/.exec(tag) ?? [];
    return status === undefined ? [] : [[status, unwrapLines(text)] as const];
  });
  return {
    ...defined({ summary: textOf(tags, 'summary') }),
    ...(has('deprecated') ? { deprecated: true } : {}),
    ...(has('hidden') ? { hidden: true } : {}),
    ...(names === undefined ? {} : { tags: names }),
    ...(errors.length === 0 ? {} : { throws: Object.fromEntries(errors) }),
    ...parseHeaders(tags),
    ...parseExamples(tags),
  };
}

/** Parses tags such as `@header {201} Location the address of the note`. */
function parseHeaders(tags: readonly string[]): Pick<HandlerDocumentation, 'headers'> {
  const headers: Record<string, Record<string, string>> = {};
  for (const tag of tags) {
    const [, status, name, text = ''] = /^header\s+\{(\d{3})\}\s+([\w-]+)\s*(?:-\s+)?([^]*)$/.exec(tag) ?? [];
    if (status !== undefined && name !== undefined) (headers[status] ??= {})[name] = unwrapLines(text);
  }
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** Parses tags such as `@example {200} {"id":7}` and `@example {body} {"title":"tea"}`. */
function parseExamples(tags: readonly string[]): Pick<HandlerDocumentation, 'examples'> {
  const examples: Record<string, unknown[]> = {};
  for (const tag of tags) {
    const [, place, text = ''] = /^example\s+\{(\d{3}|body)\}\s*([^]*)$/.exec(tag) ?? [];
    if (place !== undefined) (examples[place] ??= []).push(parseExample(text.trim()));
  }
  return Object.keys(examples).length === 0 ? {} : { examples };
}

/** Returns the value of an example: JSON, or else the text itself. */
function parseExample(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the text of the first tag that has text and whose name matches `name`, a part of a regular expression;
 * undefined if there is none.
 */
function textOf(tags: readonly string[], name: string): string | undefined {
  const pattern = new RegExp(String.raw`^${name}\s+(?:\{[^}]*\}\s*)?([^]*)$`);
  const text = tags.flatMap((tag) => pattern.exec(tag)?.[1]?.trim() ?? []).find((each) => each !== '');
  return text === undefined ? undefined : unwrapLines(text);
}

/** Joins the lines of each paragraph; empty lines between paragraphs are preserved. */
function unwrapLines(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n');
}
