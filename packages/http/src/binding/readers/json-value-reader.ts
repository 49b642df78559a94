import type { RoutingContext } from '../../contract/context.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { compileType } from '../../types/compile-type.ts';
import type { Converter } from '../../types/converter.ts';
import { Failure } from '../../types/failure.ts';
import type { Type } from '../../contract/type.ts';
import { parseJson } from './json.ts';

/**
 * Reads JSON with the toolkit's mapper, as the kernel reads `application/json`. Use it for bodies of other media types,
 * or for strings such as `?filter={"a":1}`. A string that contains only whitespace counts as missing.
 */
export class JsonValueReader implements ValueReader {
  /** Converters by type. Their number is bounded by the number of declared types. */
  readonly #converters = new Map<Type, Converter>();

  read(text: string, type: Type, context?: RoutingContext): any {
    if (text.trim() === '') return null;
    const value = parseJson(text, context?.toolkit.json ?? JSON);
    return value instanceof Failure ? value : this.#converterOf(type).json(value);
  }

  #converterOf(type: Type): Converter {
    let converter = this.#converters.get(type);
    if (converter === undefined) this.#converters.set(type, (converter = compileType(type)));
    return converter;
  }
}
