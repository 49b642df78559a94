import { printable, type Diagnostic, type RelatedLocation, type Severity } from '@writ/diagnostics';
import { relative, resolve } from 'node:path';
import { renderLocation } from './location.ts';

/** The severities that problem matchers recognize. */
const SEVERITIES: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'info' };

/**
 * Renders findings for the problem matcher of an editor, one per line:
 *
 *     app/notes.ts:3:5: error W3401: Default.GET: …; hint: …
 *
 * The expression in templates/controllers/.vscode/tasks.json matches these lines (problem-matcher.integration.test).
 *
 * @param entry the file in which findings without a file are reported
 */
export function renderProblemLines(diagnostics: readonly Diagnostic[], entry: string): string {
  return diagnostics.map((diagnostic) => `${renderProblem(diagnostic, entry)}\n`).join('');
}

function renderProblem(diagnostic: Diagnostic, entry: string): string {
  const { file = entry, range, severity, code, message, related = [], expected, hint } = diagnostic;
  const { line, column } = range?.start ?? { line: 1, column: 1 };
  const parts = [
    message,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...related.map(renderRelated),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  const path = relative(process.cwd(), resolve(file));
  return toOneLine(`${path}:${line}:${column}: ${SEVERITIES[severity]} ${code}: ${parts.join('; ')}`);
}

function renderRelated({ file, range, message }: RelatedLocation): string {
  const location = renderLocation({ file, line: range?.start.line, column: range?.start.column });
  return location === '' ? message : `${location}: ${message}`;
}

function toOneLine(text: string): string {
  return printable(text).replaceAll(/\s*\n\s*/g, ' ');
}
