import { AddressError, type Type } from '@writ/http';
import { addressParts, type AddressPart, type AddressProblem, type NamedBinding } from '@writ/http/kernel';
import type { MountedClass } from '../classes/mounted-class.ts';
import { takesSegment, type Signature } from '../signature/signature.ts';
import type { UrlValues } from './url-values.ts';

/** Throws `AddressError` if no handler of the class would accept a request to the address. */
export type CheckUrl = (values: UrlValues) => void;

/** The check for one handler. */
interface HandlerCheck {
  /** The name in errors, such as `Notes.GET`. */
  readonly subject: string;
  /** The names that may be part of the address. */
  readonly names: readonly string[];
  readonly problemsOf: (values: UrlValues) => readonly AddressProblem[];
}

/**
 * Compiles the check of the values for `url`. They are checked like the values of a request, but not by schemas of
 * whole objects. Values may be missing, because a form or a client can add them. If a class has several handlers, the
 * values must be valid for one of them.
 */
export function compileUrlCheck({ name, handlers }: Pick<MountedClass, 'name' | 'handlers'>): CheckUrl {
  const checks = handlers.flatMap(({ verb, signature }) =>
    signature === undefined ? [] : [compileHandlerCheck(`${name}.${verb}`, signature)],
  );
  return (values) => {
    let best: { readonly check: HandlerCheck; readonly problems: readonly AddressProblem[] } | undefined;
    for (const check of checks) {
      const problems = check.problemsOf(values);
      if (problems.length === 0) return;
      if (best === undefined || problems.length < best.problems.length) best = { check, problems };
    }
    if (best === undefined) return;
    const { subject, names } = best.check;
    const hint = names.length === 0 ? 'it has no parameters' : `parameters: ${names.join(', ')}`;
    throw new AddressError(subject, best.problems, hint);
  };
}

function compileHandlerCheck(subject: string, { parameters }: Signature): HandlerCheck {
  const segments = parameters.filter(takesSegment);
  const rest = parameters.find(({ kind }) => kind === 'rest');
  const object = parameters.find((parameter) => parameter.kind === 'object');
  const named = new Map<string, Type>([
    ...segments.map(({ name, type }) => [name, type as Type] as const),
    ...Object.entries(object?.type.fields ?? {}),
  ]);
  const parts = new Map([...named].map(([name, type]) => [name, toPart('query', name, type)]));
  const pathParts = new Map([...named].map(([name, type]) => [name, toPart('path', name, type)]));
  const restPart = rest && toPart('path', rest.name, rest.type as Type);
  const acceptsAnyName = object?.type.rest !== undefined;

  const problemsOf = ({ variables, positional, query }: UrlValues): readonly AddressProblem[] => {
    const problems: AddressProblem[] = [];
    const check = (part: AddressPart | undefined, value: unknown): void => {
      const result = part?.toStrings(value);
      if (result !== undefined && 'detail' in result) problems.push(result);
    };
    for (const [name, value] of variables) check(pathParts.get(name), value);
    const positions = segments.filter(({ name }) => !variables.has(name));
    for (const [index, value] of positional.entries()) {
      const parameter = positions[index];
      if (parameter !== undefined) {
        check(pathParts.get(parameter.name), value);
      } else if (restPart !== undefined) check(restPart, value);
      else problems.push({ name: `segment ${index + 1}`, detail: `has no parameter: ${String(value)}` });
    }
    for (const [name, value] of query) {
      if (parts.has(name)) check(parts.get(name), value);
      else if (!acceptsAnyName) problems.push({ name, detail: 'is unknown' });
    }
    return problems;
  };
  return { subject, names: [...named.keys(), ...(rest === undefined ? [] : [rest.name])], problemsOf };
}

function toPart(source: 'path' | 'query', name: string, type: Type): AddressPart | undefined {
  const binding: NamedBinding = { source, name, type };
  return addressParts([binding]).parts[0];
}
