import type { NameBinding } from '../../contract/route.ts';
import type { Converter } from '../../types/converter.ts';
import { reportMissing, extractNamed } from './extract-named.ts';
import { withCheck, orMissingValue, compileMissingValue, type Extractor } from './extractor.ts';

export function extractName({ name }: NameBinding, converter: Converter): Extractor {
  const none = compileMissingValue(converter, undefined);
  return (exchange) => {
    const given = extractNamed(exchange, name, converter);
    return given === undefined
      ? reportMissing(exchange, name, () => none(exchange))
      : withCheck(exchange, given.source, name, orMissingValue(given.value, none, exchange));
  };
}
