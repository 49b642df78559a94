import { parseMediaType } from './content-type.ts';
import { malformedForm } from './form-errors.ts';

/** The parsed headers of a part. */
export interface PartHead {
  /** The name of the form field. */
  readonly name: string;
  /** The file name without folders, or undefined if the part is not a file. */
  readonly fileName: string | undefined;
  /** The media type (default: `text/plain` for a field, and `application/octet-stream` for a file). */
  readonly contentType: string;
  readonly charset: string | undefined;
}

/**
 * Parses the headers of a part. Their names are in lower case, and their values are byte strings. Throws an error with
 * status 400 if they are invalid.
 */
export function parsePartHead(headers: Readonly<Record<string, readonly string[]>>): PartHead {
  const disposition = headers['content-disposition']?.[0] ?? '';
  if (!/^\s*form-data\s*(?:;|$)/i.test(disposition)) {
    throw malformedForm('a part has no Content-Disposition: form-data');
  }
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw malformedForm('a part has no name');
  const extended = parameters.get('filename*');
  const fileName = extended === undefined ? parameters.get('filename') : extendedValue(extended);
  const given = headers['content-type']?.[0]?.trim();
  return {
    name,
    fileName: fileName === undefined ? undefined : baseName(fileName),
    contentType: given ?? (fileName === undefined ? 'text/plain' : 'application/octet-stream'),
    charset: given === undefined ? undefined : parseMediaType(given).charset,
  };
}

/** Returns the parameter `boundary`. Throws an error with status 400 if it is missing or invalid. */
export function parseBoundary(contentType: string): string {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw malformedForm('its Content-Type has no boundary of 1 to 70 characters');
  return boundary;
}

/**
 * Parses parameters. If a parameter is repeated, its first value applies, so that a second `name` cannot change the
 * meaning of a part.
 */
function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, key, quoted, plain] of header.matchAll(
    /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g,
  )) {
    const name = key!.toLowerCase();
    if (parameters.has(name)) continue;
    // Only escaped quotes are unescaped, because other backslashes are probably part of a Windows path. Browsers escape
    // quotes in forms as `%22`.
    parameters.set(name, decodeUtf8(quoted?.replaceAll('\\"', '"') ?? plain ?? '').replaceAll('%22', '"'));
  }
  return parameters;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: string): string {
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    throw malformedForm('the name of a part is not UTF-8');
  }
}

/** Decodes an extended value, such as `UTF-8''%e2%82%ac.txt` (RFC 5987). */
function extendedValue(text: string): string {
  const found = /^utf-8'[^']*'(.*)$/i.exec(text);
  try {
    if (found !== null) return decodeURIComponent(found[1]!);
  } catch {
    // The error is reported below.
  }
  throw malformedForm('the file name of a part is not UTF-8');
}

/**
 * Returns the file name without folders. Throws an error with status 400 if the name is `.` or `..`, or if it contains
 * control characters, which could cause a line break or end the name early.
 */
function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (name === '.' || name === '..') throw malformedForm('the file name of a part refers to a folder');
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) {
    throw malformedForm('the file name of a part contains a control character');
  }
  return name;
}
