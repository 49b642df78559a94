import { styleText } from 'node:util';
import type { Diagnostic, RelatedLocation, Severity } from '../diagnostic.ts';
import type { Range } from '../position.ts';
import { printable, type Excerpt, type SourceText } from '../source-text.ts';

/** Options for `renderText`. */
export interface TextOptions {
  /** Returns the text of a diagnostic's `file`, for the excerpt (default: no excerpts). */
  readonly source?: (file: string) => SourceText | undefined;
  /** Whether to use colours (default: false). For a terminal, pass `stream.isTTY`. */
  readonly color?: boolean;
}

type Style = 'bold' | 'red' | 'yellow' | 'cyan' | 'dim';
type Paint = (style: Style, text: string) => string;

const severityStyle: Record<Severity, Style> = { error: 'red', warning: 'yellow', note: 'cyan' };

/** Maximum line length in an excerpt, because a file can consist of a single line of one megabyte. */
const EXCERPT_WIDTH = 120;

/**
 * Renders findings in the format of compiler messages, which editors turn into links:
 *
 *     disk.json:3:17: error W1101 not-allowed: "grub" is not a boot loader
 *       2 |   "kernels": ["linux"],
 *       3 |   "bootloader": "grub"
 *         |                 ^^^^^^
 *         expected: "systemd-bootctl", "grub-install" or "efistub"
 *         hint: did you mean "grub-install"?
 */
export function renderText(diagnostics: readonly Diagnostic[], options: TextOptions = {}): string {
  const paint: Paint = options.color
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
  return diagnostics.map((diagnostic) => renderFinding(diagnostic, options, paint)).join('\n');
}

function renderFinding(diagnostic: Diagnostic, options: TextOptions, paint: Paint): string {
  const { severity, code, rule, message } = diagnostic;
  const name = rule === undefined ? code : `${code} ${rule}`;
  const location = formatLocation(diagnostic);
  const lines = [
    `${location === '' ? '' : paint('bold', `${location}: `)}${paint(severityStyle[severity], severity)} ${paint('dim', `${name}:`)} ${printable(message)}`,
  ];
  const source = diagnostic.file === undefined ? undefined : options.source?.(diagnostic.file);
  if (source !== undefined && diagnostic.range !== undefined) {
    lines.push(...renderExcerpt(source, diagnostic.range, (text) => paint(severityStyle[severity], text)));
  }
  const indent = '    ';
  if (diagnostic.expected !== undefined) lines.push(`${indent}expected: ${printable(diagnostic.expected)}`);
  if (diagnostic.hint !== undefined)
    lines.push(`${indent}${paint('bold', 'hint:')} ${printable(diagnostic.hint)}`);
  for (const related of diagnostic.related ?? []) {
    lines.push(
      `${indent}${[formatLocation(related), printable(related.message)].filter(Boolean).join(': ')}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function formatLocation({ file, range }: Pick<Diagnostic, 'file' | 'range'> | RelatedLocation): string {
  const parts: (string | number)[] = file === undefined ? [] : [printable(file)];
  if (range !== undefined) parts.push(range.start.line, range.start.column);
  return parts.join(':');
}

/** Renders the line of the finding with the line before it, and carets that mark the range. */
function renderExcerpt(
  source: SourceText,
  { start, end }: Range,
  highlight: (text: string) => string,
): string[] {
  const line = source.excerpt(start.line);
  if (line === undefined) return [];
  const from = line.indexOf(start.column);
  const to = end.line === start.line ? line.indexOf(end.column) : line.text.length;
  // If a line is too long, only the part around the caret is printed.
  const left = line.text.length <= EXCERPT_WIDTH ? 0 : Math.max(0, from - EXCERPT_WIDTH / 2);
  const width = String(start.line).length;
  const row = (number: string, text: string): string => `  ${number.padStart(width)} | ${text}`.trimEnd();
  const rows: string[] = [];
  const before = source.excerpt(start.line - 1);
  if (before !== undefined) rows.push(row(String(start.line - 1), cropLine(before, left)));
  rows.push(row(String(start.line), cropLine(line, left)));
  const cropped = cropLine(line, left);
  const caret = from - left + (left > 0 ? 1 : 0);
  const length = Math.max(1, Math.min(to - from, cropped.length - caret));
  // Tabs are preserved, so that the caret is below its character at any tab width.
  const pad = cropped.slice(0, caret).replaceAll(/[^\t]/g, ' ').padEnd(caret);
  rows.push(`  ${' '.repeat(width)} | ${pad}${highlight('^'.repeat(length))}`);
  return rows;
}

function cropLine(line: Excerpt, left: number): string {
  const text = line.text.slice(left, left + EXCERPT_WIDTH);
  return `${left > 0 ? '…' : ''}${text}${left + EXCERPT_WIDTH < line.text.length ? '…' : ''}`;
}
