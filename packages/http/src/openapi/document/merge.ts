import { defined } from '@writ/diagnostics/internal';
import type { Content, Operation, Parameter, RequestBody } from './document.ts';
import { anyOfSchemas } from '../schema/combine-schemas.ts';

type MergedOperation = Omit<Operation, 'operationId'>;
type Security = NonNullable<Operation['security']>;

/**
 * Merges the operations of two routes that OpenAPI cannot distinguish, because the routes differ only in media type,
 * regular expression or version. The merged operation accepts the input of either route and lists the responses of
 * both.
 */
export function mergeOperations(one: MergedOperation, other: MergedOperation): MergedOperation {
  const tags = [...new Set([...(one.tags ?? []), ...(other.tags ?? [])])];
  const texts = [one, other].map(({ summary, description }) => description ?? summary);
  const description = [...new Set(texts.filter((text) => text !== undefined))].join('\n\n');
  const parameters = mergeParameters(one.parameters ?? [], other.parameters ?? []);
  const requestBody = mergeBodies(one.requestBody, other.requestBody);
  const security = mergeSecurity(one.security, other.security);
  const summary = one.summary ?? other.summary;
  return {
    ...(tags.length === 0 ? {} : { tags }),
    ...defined({ summary }),
    ...(description === summary || description === '' ? {} : { description }),
    ...(one.deprecated === true && other.deprecated === true ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...defined({ requestBody }),
    responses: mergeResponses(one.responses, other.responses),
    ...defined({ security }),
  };
}

/**
 * Merges alternative requirements. If only one of the routes requires credentials, requests without credentials are
 * accepted.
 */
function mergeSecurity(one: Security | undefined, other: Security | undefined): Security | undefined {
  if (one === undefined && other === undefined) return undefined;
  return uniqueValues([
    ...(one ?? []),
    ...(other ?? []),
    ...(one === undefined || other === undefined ? [{}] : []),
  ]);
}

/** Merges the parameters of both routes. A parameter that only one of them requires becomes optional. */
function mergeParameters(some: readonly Parameter[], others: readonly Parameter[]): readonly Parameter[] {
  const same = (a: Parameter, b: Parameter): boolean => a.in === b.in && a.name === b.name;
  const inOne = (parameter: Parameter): Parameter =>
    parameter.in === 'path' ? parameter : { ...parameter, required: false };
  return [
    ...some.map((parameter) => {
      const match = others.find((each) => same(each, parameter));
      if (match === undefined) return inOne(parameter);
      return {
        ...match,
        ...parameter,
        required: parameter.required && match.required,
        schema: anyOfSchemas([parameter.schema, match.schema]),
      };
    }),
    ...others.filter((parameter) => !some.some((each) => same(each, parameter))).map(inOne),
  ];
}

function mergeBodies(one: RequestBody | undefined, other: RequestBody | undefined): RequestBody | undefined {
  if (one === undefined || other === undefined) {
    const only = one ?? other;
    return only && { ...only, required: false };
  }
  return {
    ...other,
    ...one,
    required: one.required && other.required,
    content: mergeContent(one.content, other.content),
  };
}

function mergeContent(one: Content, other: Content): Content {
  return mergeMembers(one, other, (a, b) => {
    const schema = anyOfSchemas([a.schema ?? {}, b.schema ?? {}]);
    return Object.keys(schema).length === 0 ? {} : { schema };
  });
}

function mergeResponses(one: Operation['responses'], other: Operation['responses']): Operation['responses'] {
  return mergeMembers(one, other, (a, b) => {
    // A reference refers to a response that all operations share.
    if ('$ref' in a || '$ref' in b) return a;
    if (a.content === undefined || b.content === undefined) return a.content === undefined ? b : a;
    return { ...a, content: mergeContent(a.content, b.content) };
  });
}

/** Combines the members of both objects and merges those with the same name. */
function mergeMembers<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  merge: (a: T, b: T) => T,
): Readonly<Record<string, T>> {
  const both = Object.entries(one).flatMap(([name, a]) => {
    const b = other[name];
    return b === undefined ? [] : [[name, merge(a, b)] as const];
  });
  return { ...one, ...other, ...Object.fromEntries(both) };
}

function uniqueValues<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
