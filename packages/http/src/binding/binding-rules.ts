import { hasTrait, isNamedBinding } from '../contract/binding-sources.ts';
import { nearest } from '@writ/diagnostics';
import { isHeaderName } from '../protocol/response-headers.ts';
import type { ReaderCandidate, RouteBindings } from './binding-plan.ts';
import { isCompatible } from './readers/resolve-readers.ts';
import type { Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { ValueReader } from '../contract/roles.ts';
import { routeName, type Finding } from '../report/findings.ts';
import type { Type } from '../contract/type.ts';

/**
 * Checks the names, the readers and the combination of a route's bindings. Their types are checked when the bindings
 * are compiled.
 */
export function checkBindings(
  { route, variables, body }: RouteBindings,
  report: (finding: Finding) => void,
): void {
  const bindings = flattenBindings(route.bindings);
  const problem = (rule: Finding['rule'], binding: Binding, message: string, hint?: string): void =>
    report({
      rule,
      message: `${routeName(route)}: ${message}`,
      origin: binding.origin ?? route.origin,
      hint,
    });
  for (const binding of bindings) {
    if (binding.source === 'path' && !variables.includes(binding.name)) {
      const { name } = binding;
      problem(
        'unknown-path-variable',
        binding,
        `the path has no variable named ${name}`,
        variableHint(name, variables),
      );
    }
    if (binding.source === 'header' && !isHeaderName(binding.name)) {
      problem('header-name', binding, `invalid header name ${JSON.stringify(binding.name)}`);
    }
    if (binding.source === 'cookie' && !/^[\x21-\x3a\x3c\x3e-\x7e]+$/.test(binding.name)) {
      problem('header-name', binding, `invalid cookie name ${JSON.stringify(binding.name)}`);
    }
    if (binding.source === 'rest' && binding !== route.bindings.at(-1)) {
      problem('rest-is-last', binding, 'the argument bound to the rest of the path must come last');
    }
    if (binding.source === 'bean' && binding.parameters.length + binding.fields.length === 0) {
      problem('bean', binding, `${bindingLabel(binding)} binds no field or parameter`, EMPTY_BEAN_HINT);
    }
    const whole = body?.as === 'value' && body.binding === binding ? body : undefined;
    const reader = 'reader' in binding ? binding.reader : whole && generalReader(whole.readers);
    if (reader !== undefined && 'type' in binding && !isCompatible(reader, binding.type as Type)) {
      problem('reader-type', binding, incompatibleReaderMessage(binding, reader));
    }
    for (const incompatible of whole?.incompatible ?? []) {
      const hint = `register a reader for ${incompatible.mediaTypes!.join(', ')} that reads the type of the body`;
      problem('reader-type', binding, incompatibleReaderMessage(binding, incompatible), hint);
    }
  }
  for (const name of variables) {
    const other = findOtherBinding(name, bindings);
    if (other === undefined) continue;
    const what =
      other.source === 'body'
        ? `the parameter ${name} is bound to the body`
        : `${bindingLabel(other)} is bound`;
    problem(
      'unbound-variable',
      other,
      `the path variable ${name} is not bound, but ${what}`,
      `bind it with PathParam('${name}', …), or rename it`,
    );
  }
  if (bindings.length < 2) return;
  const [, second] = bindings.filter(({ source }) => source === 'body');
  if (second !== undefined)
    problem('one-body', second, 'the body is bound twice', 'bind it once, as one argument');
  const form = bindings.find(({ source }) => source === 'form');
  if (form !== undefined && bindings.some(({ source }) => source === 'body')) {
    problem(
      'one-body',
      form,
      'the body is bound both as a whole and as a form',
      'bind every field with FormParam',
    );
  }
}

function incompatibleReaderMessage(binding: Binding, { name, types = [] }: Component<ValueReader>): string {
  const typeNames = types.map((type) => type.name).join(', ');
  return `${bindingLabel(binding)}: the reader ${name} returns ${typeNames}, which does not match the type of the binding`;
}

/** Returns a binding that has the name of a path variable; undefined if there is none or if the variable is bound. */
function findOtherBinding(variable: string, bindings: readonly Binding[]): Binding | undefined {
  const found = bindings.filter((binding) =>
    binding.source === 'body'
      ? binding.origin?.parameter === variable
      : isNamedBinding(binding) && binding.name === variable,
  );
  return found.some(({ source }) => source === 'path') ? undefined : found[0];
}

const EMPTY_BEAN_HINT = 'bind a field or a constructor parameter, for example with QueryParam';

/** Flattens a list of bindings; each bean is followed by the bindings inside it. */
export function flattenBindings(bindings: readonly Binding[]): readonly Binding[] {
  if (!bindings.some(({ source }) => source === 'bean')) return bindings;
  return bindings.flatMap((binding) =>
    binding.source === 'bean'
      ? [
          binding,
          ...flattenBindings([...binding.parameters, ...binding.fields.map((field) => field.binding)]),
        ]
      : [binding],
  );
}

/** Whether any binding uses names or positions in the query or the body. */
export function bindsByName(bindings: readonly Binding[]): boolean {
  return bindings.some((binding) => hasTrait(binding, 'by-name'));
}

/** Whether the route must read names in the query and the body: a binding uses them, or unknown names are rejected. */
export function bindsNames({ closed, bindings }: Route): boolean {
  return closed === true || bindsByName(flattenBindings(bindings));
}

/** Returns the label of a binding for messages, such as `query page`. */
export function bindingLabel(binding: Binding): string {
  if ('name' in binding) return `${binding.source} ${binding.name}`;
  if (binding.source !== 'bean' && binding.source !== 'context') return binding.source;
  const type = 'kind' in binding.type ? binding.type.of : binding.type;
  const name = typeof type === 'function' && type.name !== '' ? type.name : String(type);
  return `${binding.source} ${name}`;
}

/** Returns the reader for bodies of any media type; undefined if there is none. */
function generalReader(readers: readonly ReaderCandidate[]): Component<ValueReader> | undefined {
  return readers.find(({ mediaTypes }) => mediaTypes === undefined)?.reader;
}

function variableHint(name: string, variables: readonly string[]): string {
  const meant = nearest(name, variables);
  return meant === undefined
    ? `add {${name}} to the path, or bind it with QueryParam`
    : `did you mean ${JSON.stringify(meant)}?`;
}
