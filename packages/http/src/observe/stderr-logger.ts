import { printable } from '@writ/diagnostics';
import { debuglog } from 'node:util';
import type { Logger } from '../contract/logger.ts';

const section = debuglog('writ.http');
/** Checks `NODE_DEBUG` as well, because workerd reports every section as enabled. */
const showsDebug = (): boolean => section.enabled && process.env['NODE_DEBUG'] !== undefined;

/**
 * Logs warnings and errors to standard error: one line each, followed by the error's indented stack. Request data can
 * neither start a line nor send control characters to a terminal. Also logs the level `debug` if the environment
 * contains `NODE_DEBUG=writ.http`.
 */
export const stderrLogger: Logger = {
  isLevelEnabled: (level) => level !== 'debug' || showsDebug(),
  debug: (data, message) => {
    if (showsDebug()) writeLine('debug', data, message);
  },
  info: () => {},
  warn: (data, message) => writeLine('warn', data, message),
  error: (data, message) => writeLine('error', data, message),
};

function writeLine(
  level: string,
  { error, ...data }: Readonly<Record<string, unknown>>,
  message: string,
): void {
  const fields = Object.entries(data).map(([name, value]) => ` ${toOneLine(name)}=${formatValue(value)}`);
  const stack = error === undefined ? '' : `\n${formatError(error)}`;
  process.stderr.write(
    `${indentLines(`writ.http ${level}: ${message}`)}${fields.join('')}${indentLines(stack)}\n`,
  );
}

function formatValue(value: unknown): string {
  try {
    return toOneLine(JSON.stringify(value) ?? String(value));
  } catch {
    return 'an unprintable value';
  }
}

/** Indents all lines but the first, so that they cannot be mistaken for log lines. */
function indentLines(text: string): string {
  return printable(text).replaceAll('\n', '\n  ');
}

function toOneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ');
}

/** Formats a thrown value with its causes. If a getter throws, the parts that were read before it are included. */
function formatError(error: unknown): string {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  let each = error;
  try {
    while (!seen.has(each)) {
      seen.add(each);
      lines.push(each instanceof Error ? (each.stack ?? each.message) : String(each));
      if (!(each instanceof Error) || each.cause === undefined) break;
      each = each.cause;
    }
  } catch {
    lines.push('an unprintable value');
  }
  return lines.join('\ncaused by ');
}
