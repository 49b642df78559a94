import { STATUS_CODES } from 'node:http';
import { defined } from '@writ/diagnostics/internal';
import type { RouteHeader, RouteResponse } from '../contract/route-response.ts';
import type { Route } from '../contract/route.ts';
import type { Content, Header, ResponseObject, Responses } from './document/document.ts';
import type { ErrorBody } from './error-body.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';
import { schemaOf } from './schema/type-schema.ts';

/** The state of the document to which responses are added. */
export interface ResponseContext {
  readonly named: NamedSchemas;
  /** The content of errors. */
  readonly errors: Content;
  /** The statuses that an exception handler replaces. */
  readonly statuses?: ErrorBody['statuses'];
}

/** Adds the responses that a route documents by status. They refine the responses that are already known. */
export function withDocumented(
  known: Responses,
  { responses, produces }: Route,
  context: ResponseContext,
): Responses {
  if (responses === undefined) return known;
  const documented = Object.entries(responses).map(([status, response]): [string, Responses[string]] => [
    status,
    describe(Number(status), response, known[status], produces, context),
  ]);
  const hasSuccess = documented.some(([status]) => status.startsWith('2'));
  // A general response without content is omitted if a success is documented, because both describe the same response.
  const { '2XX': general, ...others } = known;
  const isGeneral = general !== undefined && !('content' in general) && hasSuccess;
  return { ...(isGeneral ? others : known), ...Object.fromEntries(documented) };
}

function describe(
  status: number,
  { description, type, headers, examples }: RouteResponse,
  known: Responses[string] | undefined,
  produces: readonly string[] | undefined,
  { named, errors }: ResponseContext,
): ResponseObject {
  const base = known === undefined || '$ref' in known ? undefined : known;
  const content: Content | undefined =
    type === undefined
      ? (base?.content ?? (status >= 400 ? errors : undefined))
      : Object.fromEntries(
          (produces ?? [type === String ? 'text/plain' : 'application/json']).map((mediaType) => [
            mediaType,
            { schema: schemaOf(type, 'result', named) },
          ]),
        );
  // Examples of a response without a known body have a media type only if it is written here.
  const shown = content ?? (examples && { 'application/json': {} });
  const allHeaders = { ...base?.headers, ...(headers && describeHeaders(headers, named)) };
  return {
    description: description ?? base?.description ?? STATUS_CODES[status] ?? `Status ${status}`,
    ...(Object.keys(allHeaders).length === 0 ? {} : { headers: allHeaders }),
    ...(shown && { content: examples === undefined ? shown : withExamples(shown, examples) }),
  };
}

function describeHeaders(
  headers: Readonly<Record<string, RouteHeader>>,
  named: NamedSchemas,
): Readonly<Record<string, Header>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, type = String, required }]) => [
      name,
      { ...defined({ description, required }), schema: schemaOf(type, 'text', named) },
    ]),
  );
}

/** Adds examples to every media type. */
export function withExamples(content: Content, examples: Readonly<Record<string, unknown>>): Content {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, body]) => [
      mediaType,
      { ...body, examples: Object.fromEntries(values) },
    ]),
  );
}
