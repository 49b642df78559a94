import { defined } from '@writ/diagnostics/internal';
import type { Content, Operation, Parameter, RequestBody, ResponseObject } from './document.ts';
import { either } from '../schema/combine.ts';

type Described = Omit<Operation, 'operationId'>;

/**
 * Two routes that are one operation to OpenAPI, since only a media type, a regular expression or a version tells them
 * apart: what either takes, and what either gives.
 */
export function merged(one: Described, other: Described): Described {
  const tags = [...new Set([...(one.tags ?? []), ...(other.tags ?? [])])];
  const texts = [one, other].map(({ summary, description }) => description ?? summary);
  const description = [...new Set(texts.filter((text) => text !== undefined))].join('\n\n');
  const parameters = mergedParameters(one.parameters ?? [], other.parameters ?? []);
  const requestBody = mergedBodies(one.requestBody, other.requestBody);
  const security = [one, other].some((each) => each.security === undefined)
    ? [one, other].some((each) => each.security !== undefined) && [
        ...(one.security ?? other.security ?? []),
        {},
      ]
    : [...one.security!, ...other.security!];
  const summary = one.summary ?? other.summary;
  return {
    ...(tags.length === 0 ? {} : { tags }),
    ...defined({ summary }),
    ...(description === summary || description === '' ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...defined({ requestBody }),
    responses: mergedResponses(one.responses, other.responses),
    ...(security ? { security: distinct(security) } : {}),
  };
}

/** One that only one of them needs may be left out. */
function mergedParameters(some: readonly Parameter[], others: readonly Parameter[]): readonly Parameter[] {
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
        schema: either([parameter.schema, match.schema]),
      };
    }),
    ...others.filter((parameter) => !some.some((each) => same(each, parameter))).map(inOne),
  ];
}

function mergedBodies(one: RequestBody | undefined, other: RequestBody | undefined): RequestBody | undefined {
  if (one === undefined || other === undefined) {
    const only = one ?? other;
    return only && { ...only, required: false };
  }
  return {
    ...other,
    ...one,
    required: one.required && other.required,
    content: mergedContent(one.content, other.content),
  };
}

function mergedContent(one: Content, other: Content): Content {
  const both = Object.keys(one).filter((type) => type in other);
  const merge = (type: string): Content[string] => {
    const schema = either([one[type]!.schema ?? {}, other[type]!.schema ?? {}]);
    return Object.keys(schema).length === 0 ? {} : { schema };
  };
  return { ...one, ...other, ...Object.fromEntries(both.map((type) => [type, merge(type)])) };
}

function mergedResponses(one: Operation['responses'], other: Operation['responses']): Operation['responses'] {
  const both = Object.keys(one).filter((status) => status in other);
  const merge = (status: string): ResponseObject | Operation['responses'][string] => {
    const [a, b] = [one[status]!, other[status]!];
    // References are to what is the same for every operation.
    if ('$ref' in a || '$ref' in b) return a;
    if (a.content === undefined || b.content === undefined) return a.content === undefined ? b : a;
    return { ...a, content: mergedContent(a.content, b.content) };
  };
  return { ...one, ...other, ...Object.fromEntries(both.map((status) => [status, merge(status)])) };
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
