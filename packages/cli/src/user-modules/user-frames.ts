import { fileURLToPath } from 'node:url';
import { placeText } from '../printing/place.ts';

/** The packages of Writ in a checkout; elsewhere they are in a node_modules of their own scope. */
const packages = fileURLToPath(new URL('../../../', import.meta.url));

/** The lines of a stack that speak of the author's code and of what it imports, with paths as people write them. */
export function userFrames(stack: string): readonly string[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, place = '', row, column] = /^\s+at (?:(.*) \()?(.*?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    const file = pathOf(place);
    if (file === undefined || isOurs(file)) return [];
    const where = placeText({ file, line: Number(row), column: Number(column) });
    return [name === undefined || name === '<anonymous>' ? `at ${where}` : `at ${name} (${where})`];
  });
  return frames.length > 0 ? frames : headOf(stack);
}

/** Of what Node cannot parse, the place stands above the message, and a caret below the column. */
function headOf(stack: string): readonly string[] {
  const [, place = '', row, code = '', carets = ''] = /^(\S.*):(\d+)\n(.*)\n( *\^+)\n/.exec(stack) ?? [];
  const file = pathOf(place);
  if (file === undefined || isOurs(file)) return [];
  return [`at ${placeText({ file, line: Number(row), column: carets.indexOf('^') + 1 })}`, code, carets];
}

/** Undefined for what is no file, such as `node:internal/modules`. */
function pathOf(place: string): string | undefined {
  if (place.startsWith('file:')) return fileURLToPath(place);
  return /^(?:\/|[A-Za-z]:[\\/])/.test(place) ? place : undefined;
}

function isOurs(file: string): boolean {
  return file.startsWith(packages) || /[\\/]node_modules[\\/]@writ[\\/]/.test(file);
}
