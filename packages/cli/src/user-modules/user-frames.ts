import { parseStackLine, stackLines, toFilePath } from '@writ/diagnostics/internal';
import { fileURLToPath } from 'node:url';
import { renderLocation } from '../printing/location.ts';

/** The packages of Writ in a checkout; installed packages are in node_modules/@writ. */
const WRIT_PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));

/** The packages whose functions call decorators. */
const DECORATOR_HELPERS = /[\\/]node_modules[\\/](?:reflect-metadata|@oxc-project[\\/]runtime)[\\/]/;

/**
 * Returns the stack frames in the user's code and its imports, excluding Writ's own and those that call decorators,
 * with short paths.
 */
export function userFrames(stack: string, message = ''): readonly string[] {
  const frames = stackLines(stack, message).flatMap((line) => {
    const frame = parseStackLine(line);
    if (frame === undefined || isLibraryFile(frame.file)) return [];
    const { functionName: name } = frame;
    const where = renderLocation(frame);
    return [name === undefined || name === '<anonymous>' ? `at ${where}` : `at ${name} (${where})`];
  });
  return frames.length > 0 ? frames : syntaxErrorFrame(stack);
}

/** Returns the location of a syntax error, which Node prints above the message, with a caret below the column. */
function syntaxErrorFrame(stack: string): readonly string[] {
  const [, place = '', row, code = '', carets = ''] = /^(\S.*):(\d+)\n(.*)\n( *\^+)\n/.exec(stack) ?? [];
  const file = toFilePath(place);
  if (file === undefined || isLibraryFile(file)) return [];
  return [`at ${renderLocation({ file, line: Number(row), column: carets.indexOf('^') + 1 })}`, code, carets];
}

function isLibraryFile(file: string): boolean {
  return (
    file.startsWith(WRIT_PACKAGES) ||
    DECORATOR_HELPERS.test(file) ||
    /[\\/]node_modules[\\/]@writ[\\/]/.test(file)
  );
}
