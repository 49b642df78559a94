import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode, type ErrorKind } from '../errors/table.ts';
import type { Binding, Route } from '../contract/route.ts';
import { isJson, parseMediaType } from '../protocol/content-type.ts';
import type { Content, Reference, ResponseObject, Responses } from './document/document.ts';
import { withDocumented, type ResponseContext } from './documented-responses.ts';
import { declaredResponses } from './declared-responses.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';
import { isStandardSchema } from './schema/standard.ts';
import { schemaOf } from './schema/type-schema.ts';

/** Describes the responses of a route: success, known errors, and a default for all other responses. */
export function describeResponses(
  route: Route,
  bindings: readonly Binding[],
  refused: ReadonlySet<ErrorCode>,
  context: ResponseContext,
): Responses {
  const codes = [...refused].toSorted((a, b) => ERRORS[a].status - ERRORS[b].status);
  const { statuses = {} } = context;
  const problems = codes.map((code) => {
    const { status } = ERRORS[code];
    return [String(statuses[status] ?? status), responseRef(code)] as const;
  });
  const known = { ...successResponses(route, bindings, context.named), ...Object.fromEntries(problems) };
  return { ...withDocumented(known, route, context), default: responseRef('problem') };
}

/** Describes the declared results of a route, or any 2xx if the route declares none. */
function successResponses(route: Route, bindings: readonly Binding[], named: NamedSchemas): Responses {
  const { produces, valid, returns, results = [] } = route;
  // A schema that validates the result describes it as well.
  const type = returns ?? (isStandardSchema(valid) ? valid : undefined);
  if (type === undefined && results.length > 0) return declaredResponses(route, results, bindings, named);
  if (produces === undefined && type === undefined) return { '2XX': { description: 'Success' } };
  const schema = type === undefined ? undefined : schemaOf(type, 'result', named);
  const mediaTypes = produces ?? [type === String ? 'text/plain' : 'application/json'];
  const isKnown = (mediaType: string): boolean =>
    isJson(parseMediaType(mediaType).essence) || type === String;
  const content: Content = Object.fromEntries(
    mediaTypes.map((each) => [each, schema !== undefined && isKnown(each) ? { schema } : {}]),
  );
  return { '200': { description: 'Success', content } };
}

function responseRef(code: ErrorCode | 'problem'): Reference {
  return { $ref: `#/components/responses/${code}` };
}

const ERROR_HEADERS: Partial<Record<ErrorCode, ResponseObject['headers']>> = {
  unauthorized: {
    'WWW-Authenticate': { description: 'The required credentials', schema: { type: 'string' } },
  },
  'too-many-requests': {
    'Retry-After': { description: 'Seconds until the next window starts', schema: { type: 'integer' } },
  },
};

/** Creates `components/responses`: the errors to which operations refer. */
export function errorResponses(
  used: ReadonlySet<ErrorCode>,
  { errors: content, statuses = {} }: ResponseContext,
): Readonly<Record<string, ResponseObject>> {
  const kinds: Readonly<Record<ErrorCode, ErrorKind>> = ERRORS;
  const responses = [...used].toSorted().map((code): [string, ResponseObject] => {
    const headers = ERROR_HEADERS[code];
    const { title, status } = kinds[code];
    const replaced = statuses[status];
    const description = (replaced === undefined ? undefined : STATUS_CODES[replaced]) ?? title;
    return [code, { description, ...(headers && { headers }), content }];
  });
  return { ...Object.fromEntries(responses), problem: { description: 'Error', content } };
}
