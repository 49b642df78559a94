import { defined } from '@writ/diagnostics/internal';
import { HttpError, type RoutingContext, type StandardSchemaV1 } from '@writ/http';
import { mapMaybe, toPromise, type ObjectOf } from '@writ/http/kernel';

type Result = Awaited<ReturnType<StandardSchemaV1['~standard']['validate']>>;
type Issue = NonNullable<Extract<Result, { issues: unknown }>['issues']>[number];

/** Maximum number of issues in an error response. */
const MAX_ERRORS = 100;

/**
 * Returns the output of the schema. Throws, or rejects if the schema is asynchronous, with status 400 and the issues,
 * including unknown names.
 */
export function validateObject(
  schema: StandardSchemaV1,
  { fields, rest }: ObjectOf,
  given: object,
  context: RoutingContext,
): unknown {
  const isTaken = (name: string): boolean => rest !== undefined || Object.hasOwn(fields as object, name);
  const entries = Object.entries(given);
  const unknown = entries.map(([name]) => name).filter((name) => !isTaken(name));
  const object = unknown.length === 0 ? given : Object.fromEntries(entries.filter(([name]) => isTaken(name)));
  const toOutput = (result: Result): unknown => {
    const errors = [
      ...unknown.map((name) => unknownNameError(name, context)),
      ...(result.issues ?? []).map((issue) => toValueError(issue, context)),
    ].slice(0, MAX_ERRORS);
    if (result.issues === undefined && errors.length === 0) return result.value;
    const count = errors.length === 1 ? 'one value is' : `${errors.length} values are`;
    throw new HttpError('invalid-values', { detail: `${count} missing or invalid`, errors });
  };
  return mapMaybe(toPromise(schema['~standard'].validate(object)), toOutput);
}

type ValueError = NonNullable<HttpError['errors']>[number];

function unknownNameError(name: string, { query }: RoutingContext): ValueError {
  const source = query.raw(name).length > 0 ? 'query' : 'body';
  return { source, name, code: 'unknown', detail: 'unknown parameter' };
}

function toValueError({ message, path = [] }: Issue, { query, request }: RoutingContext): ValueError {
  const [name, ...inside] = path.map((step) => String(typeof step === 'object' ? step.key : step));
  const isInQuery = name !== undefined && query.raw(name).length > 0;
  const hasBody = request.headers.get('content-type') !== undefined;
  const pointer = inside.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return {
    source: isInQuery || !hasBody ? 'query' : 'body',
    ...defined({ name }),
    code: 'invalid',
    detail: message,
    ...(pointer !== '' && { pointer }),
  };
}
