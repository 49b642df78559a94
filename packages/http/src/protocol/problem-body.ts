import { printable } from '@writ/diagnostics';
import { negotiatorOf } from './negotiate.ts';
import type { Problem } from './problem.ts';

export interface ProblemBody {
  readonly contentType: string;
  readonly body: string;
}

const PROBLEM = 'application/problem+json';
const TEXT = 'text/plain';
const HTML = 'text/html';
/**
 * Returns the format that the client prefers. Problem documents come first, so that they are used for `*\/*`. Clients
 * that accept only JSON receive the same document.
 */
const selectForm = negotiatorOf([PROBLEM, 'application/json', TEXT, HTML]);

/** Renders a problem in the format that the client prefers, or in JSON if the client accepts none of the formats. */
export function renderProblem(problem: Problem, accept: string | undefined): ProblemBody {
  switch (selectForm(accept)) {
    case TEXT:
      return { contentType: `${TEXT}; charset=utf-8`, body: renderText(problem) };
    case HTML:
      return { contentType: `${HTML}; charset=utf-8`, body: renderHtml(problem) };
    default:
      return { contentType: PROBLEM, body: JSON.stringify(problem) };
  }
}

function renderText({ status, title, detail, errors = [] }: Problem): string {
  return [
    `${status} ${title}`,
    ...(detail === undefined ? [] : [printable(detail)]),
    ...errors.map((each) => `- ${printValueError(each)}`),
    '',
  ].join('\n');
}

function renderHtml({ status, title, detail, errors = [] }: Problem): string {
  const heading = escapeHtml(`${status} ${title}`);
  const list = errors.map((each) => `<li>${escapeHtml(printValueError(each))}</li>`).join('');
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head><body>`,
    `<h1>${heading}</h1>`,
    ...(detail === undefined ? [] : [`<p>${escapeHtml(printable(detail))}</p>`]),
    ...(list === '' ? [] : [`<ul>${list}</ul>`]),
    '</body></html>',
    '',
  ].join('\n');
}

/**
 * Formats an element of `errors`, such as `query page: is not an integer`, on one line. Line breaks are replaced by
 * spaces, because names come from the client.
 */
function printValueError(error: unknown): string {
  const { source, name, pointer, detail, code } = error as Partial<Record<string, unknown>>;
  const place = [source, name, pointer].filter((part) => typeof part === 'string').join(' ');
  const what = [detail, code].find((part) => typeof part === 'string') ?? JSON.stringify(error);
  const line = place === '' ? String(what) : `${place}: ${String(what)}`;
  return printable(line).replaceAll('\n', ' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
