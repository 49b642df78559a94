import { HttpResponse } from '../contract/http-response.ts';
import { RoutingContext } from '../contract/context.ts';
import { requiredOf } from '../contract/required-type.ts';
import type { DeclaredResult } from '../contract/declared-result.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { Binding, Route } from '../contract/route.ts';
import { isJson, parseMediaType } from '../protocol/content-type.ts';
import type { Content, ResponseObject, Responses } from './document/document.ts';
import { anyOfSchemas } from './schema/combine-schemas.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';

/** Describes the results that the source of a handler declares, by status. */
export function declaredResponses(
  { produces }: Route,
  results: readonly DeclaredResult[],
  bindings: readonly Binding[],
  named: NamedSchemas,
): Responses {
  const isStatusKnown = !bindings.some(setsStatus);
  const byStatus = Map.groupBy(results, (result) => statusOf(result, isStatusKnown));
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, describeResponse(group, produces, named)]),
  );
}

/** Whether the handler receives an object with which it can set the status. */
function setsStatus({ source, type }: Binding): boolean {
  const required = requiredOf(type);
  return source === 'context' && (required === HttpResponse || required === RoutingContext);
}

function statusOf({ status, form }: DeclaredResult, isStatusKnown: boolean): string {
  if (status !== undefined) return String(status);
  if (form === 'unknown' || !isStatusKnown) return '2XX';
  return form === 'none' ? '204' : '200';
}

function describeResponse(
  results: readonly DeclaredResult[],
  produces: readonly string[] | undefined,
  named: NamedSchemas,
): ResponseObject {
  const schemas = new Map<string, JsonSchema[]>();
  for (const result of results) {
    if (result.form === 'none' || (result.form === 'unknown' && produces === undefined)) continue;
    for (const mediaType of produces ?? defaultTypes(result)) {
      const schema = schemaFor(result, mediaType, named);
      schemas.set(mediaType, [...(schemas.get(mediaType) ?? []), schema]);
    }
  }
  const content: Content = Object.fromEntries(
    [...schemas].map(([mediaType, all]) => {
      const schema = anyOfSchemas(all);
      return [mediaType, Object.keys(schema).length === 0 ? {} : { schema }];
    }),
  );
  const isEmpty = results.every(({ form }) => form === 'none');
  const described = results.find(({ description }) => description !== undefined);
  return {
    description: described?.description ?? (isEmpty ? 'No content' : 'Success'),
    ...(schemas.size === 0 ? {} : { content }),
  };
}

function defaultTypes({ form, mediaType }: DeclaredResult): readonly string[] {
  if (mediaType !== undefined) return [mediaType];
  switch (form) {
    case 'text':
      return ['text/plain'];
    case 'bytes':
      return ['application/octet-stream'];
    case 'events':
      return ['text/event-stream'];
    case 'items':
      return ['application/json', 'application/x-ndjson'];
    default:
      return ['application/json'];
  }
}

/**
 * Returns the schema of a result in a media type; an empty schema if the result has no known schema or the media type
 * does not represent the result as JSON or text.
 */
function schemaFor({ form, schema }: DeclaredResult, mediaType: string, named: NamedSchemas): JsonSchema {
  if (schema === undefined) return {};
  const isJsonType = isJson(parseMediaType(mediaType).essence);
  if (form === 'text') return isJsonType || mediaType.startsWith('text/') ? schema : {};
  if (!isJsonType) return {};
  const adopted = named.adopt(schema, undefined);
  return form === 'items' ? { type: 'array', items: adopted } : adopted;
}
