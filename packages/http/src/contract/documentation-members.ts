import { defined } from '@writ/diagnostics/internal';
import type { HandlerDocumentation } from './documentation.ts';
import type { Route } from './route.ts';

/** Returns the members of a route that contain the documentation of its handler. */
export function documentationMembers({
  description,
  summary,
  deprecated,
  hidden,
  tags,
  throws,
}: HandlerDocumentation): Pick<
  Route,
  'description' | 'summary' | 'deprecated' | 'hidden' | 'tags' | 'responses'
> {
  const members = defined({ description, summary, deprecated, hidden, tags });
  if (throws === undefined) return members;
  const responses = Object.entries(throws).map(([status, text]) => [
    status,
    text === '' ? {} : { description: text },
  ]);
  return { ...members, responses: Object.fromEntries(responses) as Route['responses'] & {} };
}
