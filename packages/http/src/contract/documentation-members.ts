import { defined } from '@writ/diagnostics/internal';
import type { HandlerDocumentation } from './documentation.ts';
import type { RouteResponse } from './route-response.ts';
import type { Route } from './route.ts';

type DocumentationMembers = Pick<
  Route,
  'description' | 'summary' | 'deprecated' | 'hidden' | 'tags' | 'responses' | 'bodyExamples'
>;

/** Returns the members of a route that contain the documentation of its handler. */
export function documentationMembers(documentation: HandlerDocumentation): DocumentationMembers {
  const {
    description,
    summary,
    deprecated,
    hidden,
    tags,
    examples: { body, ...examples } = {},
  } = documentation;
  const { throws = {}, headers = {} } = documentation;
  const statuses = new Set([throws, headers, examples].flatMap((each) => Object.keys(each)));
  const responses = [...statuses].map((status) => [
    status,
    describeResponse(throws[status], headers[status], examples[status]),
  ]);
  return {
    ...defined({ description, summary, deprecated, hidden, tags }),
    ...(responses.length === 0
      ? {}
      : { responses: Object.fromEntries(responses) as Route['responses'] & {} }),
    ...(body === undefined ? {} : { bodyExamples: nameExamples(body) }),
  };
}

function describeResponse(
  text: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
  examples: readonly unknown[] | undefined,
): RouteResponse {
  const described = Object.entries(headers ?? {}).map(
    ([name, description]) => [name, description === '' ? {} : { description }] as const,
  );
  return {
    ...(text === undefined || text === '' ? {} : { description: text }),
    ...(described.length === 0 ? {} : { headers: Object.fromEntries(described) }),
    ...(examples === undefined ? {} : { examples: nameExamples(examples) }),
  };
}

/** Names examples by their number: `example`, `example2`. */
function nameExamples(examples: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    examples.map((value, index) => [index === 0 ? 'example' : `example${index + 1}`, value]),
  );
}
