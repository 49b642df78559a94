import type { BindingPlan, ReaderCandidate, RouteBindings, WholeBodyPlan } from '../binding/binding-plan.ts';
import type { Component } from '../contract/component.ts';
import type { Limits } from '../contract/limits.ts';
import type { Binding } from '../contract/route.ts';
import type { Scoped } from '../contract/scoped.ts';
import type { Type } from '../contract/type.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { formatRoles } from '../policies/access.ts';
import type { ExplainedPart } from './explanation.ts';
import { knownOrigin, printBinding } from './rows.ts';

const BUILT_IN = 'built in';

/** Describes a component. */
export function componentPart<T>({ value, scope }: Scoped<Component<T>>): ExplainedPart {
  return explainComponent(value, scope, value.types, undefined);
}

function explainComponent(
  { name, origin }: Component<unknown>,
  from: string,
  types: Component<unknown>['types'],
  mediaTypes: readonly string[] | undefined,
): ExplainedPart {
  const classes = types === undefined ? '' : ` for ${types.map((type) => type.name).join(', ')}`;
  const media = mediaTypes === undefined ? '' : `${classes === '' ? ' for' : ' as'} ${mediaTypes.join(', ')}`;
  return { what: `${name}${classes}${media}`, from, origin: knownOrigin(origin) };
}

const UNITS: Readonly<Record<keyof Limits, string>> = {
  body: ' bytes',
  form: ' bytes',
  names: '',
  value: ' bytes',
  bodyTime: ' ms',
  provider: ' ms',
  time: ' ms',
};

export function limitParts({ limits }: RoutePlan): readonly ExplainedPart[] {
  return (Object.entries(limits) as [keyof Limits, Scoped<number>][]).map(([name, { value, scope }]) => ({
    what: `${name} ${value}${UNITS[name]}`,
    from: scope,
  }));
}

export function accessParts({ access }: RoutePlan): readonly ExplainedPart[] {
  const { rule, authenticate, authorize, roles } = access;
  if (rule?.value === 'deny') return [{ what: 'denied to everyone', from: rule.scope }];
  return [
    ...(authenticate === undefined ? [] : [componentPart(authenticate)]),
    ...(authorize === undefined ? [] : [componentPart(authorize)]),
    ...(roles === undefined ? [] : [{ what: formatRoles(roles.value), from: roles.scope }]),
  ];
}

/** Describes the bindings. `values` and `positional` are strings from the path. */
export function bindingParts(
  { bindings, variables }: RouteBindings,
  values: readonly string[],
  positional: readonly string[],
): readonly ExplainedPart[] {
  const given = (binding: Binding): string => {
    if (binding.source === 'path') return ` = ${JSON.stringify(values[variables.indexOf(binding.name)])}`;
    if (binding.source === 'rest') return ` = ${JSON.stringify(positional.slice(binding.index))}`;
    const segment = binding.source === 'position' ? positional[binding.index] : undefined;
    return segment === undefined ? '' : ` = ${JSON.stringify(segment)}`;
  };
  return bindings.map((plan) => ({
    what: printBinding(plan.binding) + given(plan.binding),
    from: describeSource(plan),
    origin: knownOrigin(plan.binding.origin),
  }));
}

function describeSource({ binding, context, provider, reader }: BindingPlan): string {
  if (provider !== undefined) return `provider ${provider.value.name}, ${provider.scope}`;
  if (reader !== undefined) return `reader ${reader.value.name}, ${reader.scope}`;
  switch (binding.source) {
    case 'context':
      return context === 'filter' ? 'context data set by a filter' : BUILT_IN;
    case 'bean':
      return 'its constructor and fields';
    case 'body':
      return 'the body';
    case 'position':
    case 'rest':
      return 'path, otherwise a JSON array';
    case 'name':
    case 'object':
      return 'body, then query';
    default:
      return 'conversion by its type';
  }
}

/** Describes the readers of the body in the order in which they are tried. */
export function readerParts({ body, bodyHandler }: RouteBindings): readonly ExplainedPart[] {
  if (body === undefined) return [];
  switch (body.as) {
    case 'value':
      return valueReaders(body);
    case 'names': {
      const what = 'names and positions of JSON, urlencoded and multipart bodies';
      return body.ignored ? [] : [{ what, from: BUILT_IN }];
    }
    case 'form':
      return [{ what: 'urlencoded and multipart forms', from: BUILT_IN }];
    case 'files':
      return [{ what: 'multipart forms', from: bodyHandler?.scope ?? BUILT_IN }];
  }
}

function valueReaders({ binding, readers }: WholeBodyPlan): readonly ExplainedPart[] {
  const isForAny = ({ mediaTypes }: ReaderCandidate): boolean => mediaTypes === undefined;
  const tried = readers.map((each) => {
    const { reader, scope, mediaTypes } = each;
    return explainComponent(reader, scope, isForAny(each) ? reader.types : undefined, mediaTypes);
  });
  return readers.some(isForAny) ? tried : [...tried, { what: builtInReader(binding.type), from: BUILT_IN }];
}

function builtInReader(type: Type): string {
  if (type === ReadableStream) return 'the stream';
  if (type === Uint8Array) return 'the bytes';
  return type === String ? 'the text' : 'JSON, or text if the type is converted from strings';
}

/** Describes the writers of the result in the order in which they are tried. */
export function writerParts({ route, writers: { own, tries } }: RoutePlan): readonly ExplainedPart[] {
  if (own !== undefined) return [componentPart(own)];
  if (route.upgrade !== undefined) return [{ what: `upgrade to ${route.upgrade}`, from: BUILT_IN }];
  return [
    ...tries.map(({ writer, scope, types, mediaTypes }) =>
      explainComponent(writer, scope, types, mediaTypes),
    ),
    {
      what: route.produces?.join(', ') || 'chosen by result type: JSON, text, bytes or a stream',
      from: BUILT_IN,
    },
  ];
}
