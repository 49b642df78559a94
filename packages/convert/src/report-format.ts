import type { Diagnostic } from '@writ/diagnostics';
import {
  escapePointer,
  locatePointer,
  describeFormat,
  type Model,
  type RecognizedFormat,
} from '@writ/installer/internal';
import { hasOnlyCredentials } from './credentials.ts';
import type { ConfigEntry } from './config-entry.ts';
import { finding } from './finding-codes.ts';

/** Maximum number of keys that are listed as evidence. */
const MAX_KEYS = 6;

/** Reports the format of a file and the keys that identify it. */
export function reportFormat(
  model: Model,
  recognized: RecognizedFormat,
  top: readonly ConfigEntry[],
): Diagnostic {
  const { format, version, evidence } = recognized;
  const open = locatePointer(model, '', 'open');
  if (evidence.length === 0) {
    const message =
      "the file contains no key of an archinstall format: it is in Writ's format and is unchanged";
    return finding('source-format', { ...open, message });
  }
  const decisive =
    format === undefined
      ? evidence
      : evidence.filter((sign) => sign.formats.includes(format) && sign.formats.length < 3);
  const others = format === undefined ? 0 : evidence.filter((sign) => !sign.formats.includes(format)).length;
  const shown = (decisive.length === 0 ? evidence : decisive).toSorted(
    (a, b) => a.formats.length - b.formats.length,
  );
  const keys = shown.slice(0, MAX_KEYS).map(({ key }) => {
    const { file, range } = locatePointer(model, `/${escapePointer(key)}`, 'key');
    return `"${key}" (${file === open.file ? '' : `${file} `}line ${range?.start.line})`;
  });
  const more = shown.length > MAX_KEYS ? ` and ${shown.length - MAX_KEYS} more` : '';
  const what = hasOnlyCredentials(top) ? 'credentials' : 'a configuration';
  const origin = `${what} of ${describeFormat(recognized)}`;
  const stated = version === undefined ? '' : `; the file states version ${version}`;
  const mixed =
    others === 0 ? '' : `; ${others === 1 ? 'one key belongs' : `${others} keys belong`} to other formats`;
  return finding('source-format', {
    ...open,
    message: `${origin}, recognized by ${keys.join(', ')}${more}${stated}${mixed}`,
  });
}
