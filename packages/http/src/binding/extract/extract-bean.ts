import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { BeanBinding } from '../../contract/route.ts';
import { Failure, invalid } from '../../types/failure.ts';
import { checkPresent } from '../../types/schema-type.ts';
import type { StandardSchemaV1 } from '../../contract/standard-schema.ts';
import { allMaybe } from '../../internal/thenable.ts';
import { withCheck, type Extractor } from './extractor.ts';

/** Creates the extractor of a bean. Issues are reported for the values inside it, with their own sources and names. */
export function extractBean(
  { type, parameters, fields }: BeanBinding,
  extractors: readonly Extractor[],
  name: string,
  check: StandardSchemaV1 | undefined,
): Extractor {
  const count = parameters.length;
  const names = fields.map((field) => field.name);
  const build = (exchange: Exchange, values: readonly unknown[]): unknown => {
    // The request will be rejected, and the constructor must not receive values that are undefined because of a
    // failure.
    if (hasFailed(exchange.binding)) return undefined;
    const bean = constructBean(type as new (...args: unknown[]) => object, values, count, names, name);
    return check === undefined ? bean : checkPresent(check, bean);
  };
  return (exchange) => {
    const values = extractors.map((extract) => extract(exchange));
    const bean = allMaybe(values, (settled) => build(exchange, settled));
    return withCheck(exchange, 'bean', name, bean);
  };
}

function hasFailed(state: Exchange['binding']): boolean {
  return state !== undefined && (state.failures !== undefined || state.pathMismatch || state.bodyFailed);
}

/**
 * Creates the bean and assigns its fields. If the class throws, returns a failure that does not contain the error, so
 * that the client does not see it. An `HttpError` is rethrown.
 */
function constructBean(
  type: new (...args: unknown[]) => object,
  values: readonly unknown[],
  count: number,
  names: readonly PropertyKey[],
  name: string,
): object {
  try {
    const bean = new type(...values.slice(0, count));
    for (const [index, field] of names.entries()) {
      const value = values[count + index];
      if (value !== undefined) Reflect.set(bean, field, value);
    }
    return bean;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    return invalid(`must be of type ${name}`) satisfies Failure;
  }
}
