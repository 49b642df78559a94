import type { Route } from '../../contract/route.ts';
import { routeName } from '../../report/findings.ts';
import { toPromise, mapMaybe } from '../../internal/thenable.ts';
import { Failure } from '../../types/failure.ts';
import { checkWith } from '../../types/schema-type.ts';
import { isSchema, type SchemaResult, type StandardSchemaV1 } from '../../contract/standard-schema.ts';
import type { AbstractClass } from '../../contract/type.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { checkEach, checkObject, checkOnly } from './resolve-check.ts';
import type { Validator } from '../../contract/validator.ts';

type Handler = Route['handler'];

/** Wraps the handler so that its result is validated as the route declares. Undefined is not validated. */
export function withResultChecked(handler: Handler, route: Route, validator: Validator | undefined): Handler {
  const { valid } = route;
  if (valid === undefined) return handler;
  const schema = valid === true ? schemaByClass(validator) : valid;
  const name = routeName(route);
  const check = (result: unknown): unknown => {
    if (result === undefined) return undefined;
    if (!(result instanceof RestResponse)) return assertResult(schema, result, name);
    const { status, headers } = result;
    return mapMaybe(
      mapMaybe(toPromise(result.body), check),
      (body) => new RestResponse(body, { status, headers }),
    );
  };
  return (...args) => mapMaybe(toPromise(handler(...args) as unknown), check);
}

/**
 * Returns the schema's output. Throws or rejects if the result is invalid: this is a bug in the application, so the
 * client receives no details.
 */
function assertResult(schema: StandardSchemaV1, result: unknown, name: string): unknown {
  return mapMaybe(checkWith(schema, result), (outcome) => {
    if (!(outcome instanceof Failure)) return outcome;
    const wrong = outcome.issues.map(({ pointer, detail }) =>
      pointer === '' ? detail : `${pointer}: ${detail}`,
    );
    throw new Error(`the result of ${name} is not valid: ${wrong.join('; ')}`);
  });
}

/** Creates a schema that validates each object by its class. */
function schemaByClass(validator: Validator | undefined): StandardSchemaV1 {
  const validate = (value: unknown): SchemaResult<unknown> | Promise<SchemaResult<unknown>> => {
    if (Array.isArray(value)) return checkEach(value, validate);
    if (typeof value !== 'object' || value === null) return { value };
    const type = (value as { readonly constructor?: unknown }).constructor;
    if (typeof type !== 'function' || type === Object) return { value };
    if (validator !== undefined) return checkObject(validator, value, type as AbstractClass);
    const { schema } = type as { readonly schema?: unknown };
    return isSchema(schema) ? checkOnly(schema)(value) : { value };
  };
  return { '~standard': { version: 1, vendor: validator?.name ?? 'static schema', validate } };
}
