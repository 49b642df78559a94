import { defined } from '@writ/diagnostics/internal';
import type { ErrorCode } from '../errors/table.ts';
import { requiredOf } from '../contract/required-type.ts';
import type { Binding, Route } from '../contract/route.ts';
import { flattenPlans } from '../binding/binding-plan.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { withExamples, type ResponseContext } from './documented-responses.ts';
import type { Operation, RequestBody } from './document/document.ts';
import { usesQuery, namedValues, queryOfNames } from './named-values.ts';
import { descriptionMember, namedParameters, pathParameters, type ParameterContext } from './parameters.ts';
import { describeRequestBody, takesAnyBody } from './request-body.ts';
import { describeResponses } from './responses.ts';
import type { Security } from './security.ts';
import { variablesIn, type PathForm, type PathVariable } from './path-template.ts';

/** A route with one form of its path and one method. */
export interface OperationRequest {
  readonly route: Route;
  readonly method: string;
  readonly form: PathForm;
  /** All bindings, including those of beans. */
  readonly bindings: readonly Binding[];
  readonly plan: RoutePlan;
  readonly security: Security;
}

/** An operation without its id, and the errors with which it may respond. */
export interface DescribedOperation {
  readonly operation: Omit<Operation, 'operationId'>;
  readonly refused: ReadonlySet<ErrorCode>;
}

export function describeOperation(
  { route, method, form, bindings, plan, security }: OperationRequest,
  nameOf: (variable: PathVariable) => string,
  context: ResponseContext,
): DescribedOperation {
  const { named } = context;
  const around: ParameterContext = { named, read: bindingsWithReader(plan) };
  const inPath = new Set(variablesIn(form).map(({ name }) => name));
  const otherBindings = bindings.filter(
    (binding) => !((binding.source === 'position' || binding.source === 'rest') && inPath.has(binding.name)),
  );
  const names = namedValues(otherBindings, around);
  // A body that is bound as a whole contains no named values.
  const inQuery = usesQuery(method) || bindings.some(({ source }) => source === 'body');
  const parameters = [
    ...pathParameters(form, bindings, nameOf, around),
    ...namedParameters(bindings, around),
    ...(inQuery ? queryOfNames(names) : []),
  ];
  const described = describeRequestBody(plan, otherBindings, inQuery ? undefined : names, around);
  const { bodyExamples } = route;
  const body =
    described === undefined || bodyExamples === undefined
      ? described
      : { ...described, content: withExamples(described.content, bodyExamples) };
  const refused = problemCodes(plan, bindings, body, security);
  const { className } = route.origin ?? {};
  const { tags = className === undefined ? [] : [className] } = route;
  return {
    refused,
    operation: {
      ...(tags.length === 0 ? {} : { tags }),
      ...toSummary(route),
      ...(route.deprecated === true ? { deprecated: true } : {}),
      ...(parameters.length === 0 ? {} : { parameters: mergeSameParameters(parameters) }),
      ...defined({ requestBody: body }),
      responses: describeResponses(route, bindings, refused, context),
      ...(security.requirements.length === 0 ? {} : { security: security.requirements }),
    },
  };
}

/** Lists the bindings whose values readers create. */
function bindingsWithReader({ bindings }: RoutePlan): ReadonlySet<Binding> {
  return new Set(
    flattenPlans(bindings).flatMap(({ binding, reader }) => (reader === undefined ? [] : [binding])),
  );
}

/** Merges parameters with the same place and name into one, which is required if any of them is. */
function mergeSameParameters(
  parameters: NonNullable<Operation['parameters']>,
): NonNullable<Operation['parameters']> {
  const byName = new Map<string, (typeof parameters)[number]>();
  for (const parameter of parameters) {
    const key = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
    const known = byName.get(key);
    byName.set(
      key,
      known === undefined ? parameter : { ...known, required: known.required || parameter.required },
    );
  }
  return [...byName.values()];
}

/**
 * Returns the declared summary and the description. Without a declared summary, the summary is the first sentence of
 * the description, which is omitted if it has no other sentences.
 */
function toSummary({ summary, description }: Route): Pick<Operation, 'summary' | 'description'> {
  if (description === undefined || description === '') return defined({ summary });
  if (summary !== undefined) return { summary, ...descriptionMember(description) };
  const first = /^[^]*?[.!?](?=\s|$)|^.*/.exec(description)![0].replace(/\.$/, '');
  return first.length + 1 >= description.length
    ? { summary: first }
    : { summary: first, ...descriptionMember(description) };
}

function problemCodes(
  plan: RoutePlan,
  bindings: readonly Binding[],
  body: RequestBody | undefined,
  { refuses }: Security,
): ReadonlySet<ErrorCode> {
  const { route, limits } = plan;
  const codes = new Set(refuses);
  // A closed route rejects unknown names.
  if (route.closed === true || bindings.some(({ source }) => source !== 'context')) codes.add('bad-request');
  if (route.pathMismatchStatus === 404 && bindings.some(mayMismatch)) codes.add('not-found');
  // A response without a body is always acceptable.
  if (route.results === undefined || route.results.some(({ form }) => form !== 'none'))
    codes.add('not-acceptable');
  if (body !== undefined) {
    codes.add('body-too-large');
    if (!takesAnyBody(plan)) codes.add('unsupported-media-type');
  }
  // Calls in worker threads also have a time limit.
  if (limits.time !== undefined || route.blocking !== undefined) codes.add('unavailable');
  return codes;
}

/** Whether the binding converts a part of the path. Every part is a string. */
function mayMismatch({ source, type }: Binding): boolean {
  return IN_PATH.has(source) && requiredOf(type) !== String;
}

const IN_PATH: ReadonlySet<string> = new Set(['path', 'position', 'rest']);
