import type { Exchange } from '../../exchange/exchange.ts';
import type { FileUpload } from '../../contract/file-upload.ts';
import type { NamedBinding } from '../../contract/route.ts';
import { ABSENT, type Converter } from '../../types/converter.ts';
import { invalid, type Failure } from '../../types/failure.ts';
import { compileReadStrings } from './string-sources.ts';
import {
  withCheck,
  orMissingValue,
  extractStrings,
  compileMissingValue,
  type Extractor,
} from './extractor.ts';

export const NOT_A_FIELD: Failure = invalid('must be a string, not a file');
const NOT_A_FILE = invalid('must be a file in a multipart form');
const NO_FILES: readonly FileUpload[] = [];

/**
 * Creates the extractor of a form field, which reads files if the type is converted from files, and otherwise strings.
 */
export function extractForm(binding: NamedBinding, converter: Converter): Extractor {
  const { name, default: text } = binding;
  const none = compileMissingValue(converter, text);
  if (converter.file !== undefined) {
    return (exchange) => {
      if (exchange.binding?.bodyFailed) return undefined;
      const value = convertFiles(converter, filesNamed(exchange, name), countStrings(exchange, name));
      return withCheck(exchange, 'form', name, orMissingValue(value, none, exchange));
    };
  }
  const extract = extractStrings(binding, compileReadStrings('form', binding, converter), converter);
  return (exchange) => {
    if (exchange.binding?.bodyFailed) return undefined;
    const isFile = filesNamed(exchange, name).length > 0 && countStrings(exchange, name) === 0;
    return isFile ? withCheck(exchange, 'form', name, NOT_A_FIELD) : extract(exchange);
  };
}

/**
 * Converts all files if the type is an array, and otherwise the last one. Without files, the value is missing, or
 * invalid if there are strings with the same name; `texts` is their number.
 */
export function convertFiles(converter: Converter, files: readonly FileUpload[], texts: number): unknown {
  const last = files.at(-1);
  if (last === undefined) return texts === 0 ? ABSENT : NOT_A_FILE;
  return converter.files === undefined ? converter.file!(last) : converter.files(files);
}

export function filesNamed({ named }: Exchange, name: string): readonly FileUpload[] {
  return named.files?.get(name) ?? NO_FILES;
}

function countStrings({ named }: Exchange, name: string): number {
  return named.form?.raw(name).length ?? 0;
}
