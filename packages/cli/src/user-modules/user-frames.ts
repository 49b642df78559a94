import { parseStackLine, stackLines, toFilePath } from '@writ/diagnostics/internal';
import { fileURLToPath } from 'node:url';
import { placeText } from '../printing/place.ts';

/** The packages of Writ in a checkout; elsewhere they are in a node_modules of their own scope. */
const packages = fileURLToPath(new URL('../../../', import.meta.url));

/** The lines of a stack that speak of the author's code and of what it imports, with paths as people write them. */
export function userFrames(stack: string, message = ''): readonly string[] {
  const frames = stackLines(stack, message).flatMap((line) => {
    const frame = parseStackLine(line);
    if (frame === undefined || isOurs(frame.file)) return [];
    const { functionName: name } = frame;
    const where = placeText(frame);
    return [name === undefined || name === '<anonymous>' ? `at ${where}` : `at ${name} (${where})`];
  });
  return frames.length > 0 ? frames : headOf(stack);
}

/** Of what Node cannot parse, the place stands above the message, and a caret below the column. */
function headOf(stack: string): readonly string[] {
  const [, place = '', row, code = '', carets = ''] = /^(\S.*):(\d+)\n(.*)\n( *\^+)\n/.exec(stack) ?? [];
  const file = toFilePath(place);
  if (file === undefined || isOurs(file)) return [];
  return [`at ${placeText({ file, line: Number(row), column: carets.indexOf('^') + 1 })}`, code, carets];
}

function isOurs(file: string): boolean {
  return file.startsWith(packages) || /[\\/]node_modules[\\/]@writ[\\/]/.test(file);
}
