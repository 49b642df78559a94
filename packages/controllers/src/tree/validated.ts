import { HttpError, type RoutingContext, type StandardSchemaV1 } from '@writ/http';
import { isThenable } from '../thenable.ts';

type Result = Awaited<ReturnType<StandardSchemaV1['~standard']['validate']>>;
type Issue = NonNullable<Extract<Result, { issues: unknown }>['issues']>[number];

/** What the schema makes of the object. Throws 400 with all that it says is wrong. */
export function validated(schema: StandardSchemaV1, object: unknown, context: RoutingContext): unknown {
  const result = schema['~standard'].validate(object);
  return isThenable(result)
    ? Promise.resolve(result).then((settled) => outcome(settled as Result, context))
    : outcome(result as Result, context);
}

function outcome(result: Result, context: RoutingContext): unknown {
  if (result.issues === undefined) return result.value;
  const count = result.issues.length === 1 ? 'one value is' : `${result.issues.length} values are`;
  throw new HttpError('invalid-values', {
    detail: `${count} missing or wrong`,
    errors: result.issues.map((issue) => toError(issue, context)),
  });
}

function toError(
  { message, path = [] }: Issue,
  { query, request }: RoutingContext,
): NonNullable<HttpError['errors']>[number] {
  const [name, ...inside] = path.map((step) => String(typeof step === 'object' ? step.key : step));
  const isInQuery = name !== undefined && query.raw(name).length > 0;
  const hasBody = request.headers.get('content-type') !== undefined;
  const pointer = inside.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return {
    source: isInQuery || !hasBody ? 'query' : 'body',
    ...(name !== undefined && { name }),
    code: 'invalid',
    detail: message,
    ...(pointer !== '' && { pointer }),
  };
}
