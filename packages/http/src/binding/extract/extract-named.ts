import type { Exchange } from '../../exchange/exchange.ts';
import type { NamedBody } from '../../exchange/named-body.ts';
import type { FileUpload } from '../../contract/file-upload.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
import { invalid, unknownName } from '../../types/failure.ts';
import { webFile } from '../../types/file-type.ts';
import { withCheck, convertStrings, MALFORMED_ESCAPE } from './extractor.ts';
import { allMaybe } from '../../internal/thenable.ts';
import { filesNamed, convertFiles, NOT_A_FIELD } from './extract-form.ts';

/** Names that could modify the prototype of an object. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const ONE_ELEMENT_EACH = ': each element of the JSON array is one argument';
const FLAG: readonly string[] = ['true'];
const NOT_FROM_STRING = invalid('cannot be passed as a string');

interface NamedValue {
  readonly source: 'query' | 'form' | 'body';
  readonly value: unknown;
}

/** Returns the converted value of a name, or undefined if it is missing. The body takes precedence over the query. */
export function extractNamed(exchange: Exchange, name: string, converter: Converter): NamedValue | undefined {
  const { json, form } = exchange.named;
  if (json !== undefined && Object.hasOwn(json, name))
    return { source: 'body', value: converter.json(json[name]) };
  const files = filesNamed(exchange, name);
  if (files.length > 0) {
    return { source: 'form', value: convertFormFiles(converter, files) };
  }
  for (const [source, values] of [
    ['form', form],
    ['query', exchange.query],
  ] as const) {
    if (values === undefined || values.raw(name).length === 0) continue;
    if (converter.text === undefined) return { source, value: NOT_FROM_STRING };
    const value = convertDecoded(() => {
      const texts = converter.flag === true && values.isFlag(name) ? FLAG : values.all(name);
      return converter.acceptsAnything && texts.length > 1
        ? texts
        : convertStrings(converter, texts, true, exchange);
    });
    return value === ABSENT ? undefined : { source, value };
  }
  return undefined;
}

function convertFormFiles(converter: Converter, files: readonly FileUpload[]): unknown {
  if (converter.file !== undefined) return convertFiles(converter, files, 0);
  if (converter.acceptsAnything !== true) return NOT_A_FIELD;
  return files.length === 1 ? webFile.file!(files[0]!) : allMaybe(files.map(webFile.file!), (all) => all);
}

function convertDecoded(convert: () => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    if (error instanceof URIError) return MALFORMED_ESCAPE;
    throw error;
  }
}

/** Returns the source to report for a missing value. */
function expectedSource(exchange: Exchange): string {
  return exchange.transport.hasBody ? 'body' : 'query';
}

/**
 * Returns the value that `missing` provides, or reports its failure. Does neither if the body, which may contain the
 * value, could not be read.
 */
export function reportMissing(exchange: Exchange, name: string, missing: () => unknown): unknown {
  return exchange.binding?.bodyFailed
    ? undefined
    : withCheck(exchange, expectedSource(exchange), name, missing());
}

/** Counts the positional arguments in the body. */
export function countPositional(body: NamedBody): number {
  return body.text === undefined && body.isWhole !== true ? body.positional.length : 1;
}

/** Maps each name in the query and the body to its source. A name that is in both is mapped to the body. */
export function sourcesByName(exchange: Exchange): Map<string, string> {
  const { json, form, files } = exchange.named;
  const names = new Map<string, string>();
  for (const name of exchange.query.names()) names.set(name, 'query');
  for (const name of form?.names() ?? []) names.set(name, 'form');
  for (const name of files?.keys() ?? []) names.set(name, 'form');
  for (const name of Object.keys(json ?? {})) names.set(name, 'body');
  return names;
}

/**
 * Reports names and values that no binding uses: names outside `closed` (if undefined, every name is allowed), surplus
 * positional values, and, regardless of `closed`, names that could modify a prototype.
 */
export function rejectUnknownNames(
  exchange: Exchange,
  closed: ReadonlySet<string> | undefined,
  places: number,
): void {
  for (const [name, source] of sourcesByName(exchange)) {
    if (UNSAFE_NAMES.has(name) || (closed !== undefined && !closed.has(name))) {
      exchange.addIssue(source, name, unknownName());
    }
  }
  const body = exchange.named;
  const segments = exchange.match?.positional?.length ?? 0;
  const surplus = Math.min(segments + countPositional(body) - places, countPositional(body));
  if (surplus > 0)
    exchange.addIssue(
      'body',
      undefined,
      invalid(
        `has ${surplus} ${surplus === 1 ? 'value' : 'values'} too many${body.isArray ? ONE_ELEMENT_EACH : ''}`,
      ),
    );
}
