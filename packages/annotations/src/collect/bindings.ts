import type { ContextProvider } from '@writ/http';
import type { Binding, Component } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { withDeclaringClass } from '../recording/origin.ts';
import type { AnnotationRecord, AnnotationRecordOf } from '../recording/records.ts';
import { completeBean } from './bean.ts';
import { withModifiers } from '../reading/modifiers.ts';
import { nearestAnnotation, type Method } from '../reading/method.ts';
import { routePathOf } from '../reading/path.ts';
import { isObjectClass, isContextType, missingSource, mixedBindingStyles } from './parameter-findings.ts';
import {
  readBinding,
  resolveParameter,
  withType,
  type ParameterTarget,
  type BoundParameter,
} from './parameter.ts';
import { declaredType, canProvide } from '../reading/types.ts';

type BoundMethodParameter = BoundParameter<ParameterTarget>;

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Returns the bindings of the arguments, in the form that `route({...})` records. */
export function resolveBindings(
  method: Method,
  verb: AnnotationRecordOf<'verb'>,
  scope: readonly (readonly AnnotationRecord[])[],
  findings: Finding[],
): Binding[] {
  const annotations = method.levels.find(bindsParameters) ?? NONE;
  const list = findBindingVerb(annotations);
  const validOnly = list === undefined ? findValidOnlyParameters(annotations) : NO_PARAMETERS;
  const parameters =
    list === undefined
      ? resolveAnnotatedParameters(method, annotations, validOnly, findings)
      : resolveVerbParameters(method, annotations, list, findings);
  let bound = 0;
  let placed = 0;
  for (const { target } of parameters) {
    bound = Math.max(bound, target.index + 1);
    // The index of a binding on a method, which is reported, is -1.
    if (target.index >= 0) placed += 1;
  }
  // If another decorator replaced the method, its parameters are unknown, so every bound parameter is required.
  const required = method.required ?? bound;
  // A parameter without a binding in the verb uses its default; the compiler has checked that the default exists.
  const declared = list === undefined ? method.design.length : 0;
  let count = Math.max(required, declared, bound);
  for (const index of validOnly.keys()) count = Math.max(count, index + 1);
  if (placed < count) {
    const unbound = missingIndexes(parameters, count);
    const how = { verb, scope, validOnly, inVerb: list !== undefined };
    const body = resolveUnbound(method, unbound, parameters, how, findings);
    if (body !== undefined) parameters.push(body);
  }
  if (parameters.length > 1) parameters.sort((one, other) => one.target.index - other.target.index);
  const provider =
    nearestAnnotation(method.levels, 'provider')?.provider ?? nearestAnnotation(scope, 'provider')?.provider;
  const bindings: Binding[] = [];
  for (const parameter of parameters) {
    const typed = withType(parameter, parameter.target.index < required, findings);
    const binding = completeBean(typed, findings);
    if (binding === undefined) continue;
    const { index } = parameter.target;
    const nameOf = binding.source === 'body' ? () => method.parameterName(index) : undefined;
    const origin = withDeclaringClass(binding.origin ?? verb.origin, method.declared, nameOf);
    bindings.push({ ...withScopeProvider(binding, provider), origin });
  }
  return bindings;
}

/** Returns the verb that lists bindings; undefined if there is none. */
function findBindingVerb(annotations: readonly AnnotationRecord[]): AnnotationRecordOf<'verb'> | undefined {
  for (const annotation of annotations) {
    if (annotation.kind === 'verb' && annotation.params.length > 0) return annotation;
  }
  return undefined;
}

interface UnboundContext {
  readonly verb: AnnotationRecordOf<'verb'>;
  readonly scope: readonly (readonly AnnotationRecord[])[];
  readonly validOnly: ReadonlyMap<number, readonly ParameterAnnotation[]>;
  /** Whether the verb lists the bindings. */
  readonly inVerb: boolean;
}

/** Returns the binding of the parameter that is the body; reports all other parameters without a source. */
function resolveUnbound(
  method: Method,
  unbound: readonly number[],
  parameters: readonly BoundMethodParameter[],
  { verb, scope, validOnly, inVerb }: UnboundContext,
  findings: Finding[],
): BoundMethodParameter | undefined {
  const bodyFree =
    METHODS_WITH_BODY.has(verb.method) && !parameters.some(({ binding }) => binding?.source === 'body');
  const [only] = unbound;
  const couldBeBody = unbound.length === 1 && bodyFree;
  const body =
    couldBeBody && only !== undefined
      ? resolveBodyParameter(method, verb, only, validOnly.get(only))
      : undefined;
  if (body !== undefined) return body;
  const isOfAClass = (type: unknown): boolean => isObjectClass(declaredType(type)) && !isContextType(type);
  const asBody = bodyFree ? unbound.find((index) => isOfAClass(method.design[index])) : undefined;
  for (const index of unbound) {
    const modifiers = validOnly.get(index);
    if (modifiers === undefined) {
      const path = routePathOf(method, scope) ?? '';
      const how = { couldBeBody, inVerb, path, asBody: index === asBody };
      findings.push(missingSource(parameterTarget(method, index), verb.origin, how));
    } else resolveParameter(parameterTarget(method, index), modifiers, findings);
  }
  return undefined;
}

/** Returns the indexes below `count` that no parameter has. */
function missingIndexes(parameters: readonly BoundMethodParameter[], count: number): readonly number[] {
  const indexes = new Set(parameters.map(({ target }) => target.index));
  const missing: number[] = [];
  for (let index = 0; index < count; index += 1) if (!indexes.has(index)) missing.push(index);
  return missing;
}

const NONE: readonly never[] = [];

/** Whether the annotations of the method in one class bind or modify its parameters. */
function bindsParameters(annotations: Method['levels'][number]): boolean {
  return annotations.some(
    (annotation) =>
      annotation.kind === 'param' ||
      annotation.kind === 'modifier' ||
      (annotation.kind === 'verb' && annotation.params.length > 0),
  );
}

function parameterTarget(method: Method, index: number): ParameterTarget {
  const { label, design } = method;
  return {
    index,
    label,
    design: design[index],
    sourceType: () => method.sourceType(index),
    lacksMetadata: design.length === 0,
  };
}

type ParameterAnnotation = AnnotationRecordOf<'param'> | AnnotationRecordOf<'modifier'>;

const NO_PARAMETERS: ReadonlyMap<number, readonly ParameterAnnotation[]> = new Map();

function groupByParameter(annotations: readonly AnnotationRecord[]): Map<number, ParameterAnnotation[]> {
  return Map.groupBy(
    annotations.filter((annotation) => annotation.kind === 'param' || annotation.kind === 'modifier'),
    ({ index }) => index,
  );
}

/** Returns the parameters that have no annotation other than `@Valid`. As in JAX-RS, one of them may be the body. */
function findValidOnlyParameters(
  annotations: readonly AnnotationRecord[],
): ReadonlyMap<number, readonly ParameterAnnotation[]> {
  const isValid = (annotation: ParameterAnnotation): boolean =>
    annotation.kind === 'modifier' && annotation.name === 'Valid';
  return new Map([...groupByParameter(annotations)].filter(([, each]) => each.every(isValid)));
}

function resolveAnnotatedParameters(
  method: Method,
  annotations: readonly AnnotationRecord[],
  validOnly: ReadonlyMap<number, unknown>,
  findings: Finding[],
): BoundMethodParameter[] {
  return [...groupByParameter(annotations)].flatMap(([index, each]) =>
    validOnly.has(index) ? [] : (resolveParameter(parameterTarget(method, index), each, findings) ?? []),
  );
}

function resolveVerbParameters(
  method: Method,
  annotations: readonly AnnotationRecord[],
  verb: AnnotationRecordOf<'verb'>,
  findings: Finding[],
): BoundMethodParameter[] {
  const parameterAnnotation = annotations.find(({ kind }) => kind === 'param' || kind === 'modifier');
  if (parameterAnnotation !== undefined)
    findings.push(mixedBindingStyles(method, verb, parameterAnnotation.origin));
  return verb.params.map((param, index) => {
    const binding = readBinding({ param }, findings);
    const origin = binding?.origin ?? verb.origin;
    return { target: parameterTarget(method, index), binding, origin, inVerb: true };
  });
}

/**
 * Binds the only parameter without a source to the body, as in JAX-RS. Returns undefined if its type is a context type,
 * or if its type is unknown and `@Valid` has no schema.
 */
function resolveBodyParameter(
  method: Method,
  verb: AnnotationRecordOf<'verb'>,
  index: number,
  modifiers: readonly ParameterAnnotation[] = [],
): BoundMethodParameter | undefined {
  const target = parameterTarget(method, index);
  const origin = modifiers[0]?.origin ?? verb.origin;
  const type = target.sourceType()?.type ?? declaredType(target.design);
  if (type !== undefined && !isContextType(type)) {
    const binding = withModifiers({ source: 'body' } as Binding, modifiers);
    return { target, binding, origin };
  }
  // An interface does not exist at run time, so the schema of `@Valid` is used as the type.
  const { valid } = withModifiers<Binding>({ source: 'body', type: String }, modifiers);
  if (type !== undefined || valid === undefined || valid === true) return undefined;
  return { target, binding: { source: 'body', type: valid }, origin };
}

/**
 * Adds the provider of the method or class to the binding of a context object that it can supply, unless the object is
 * built in or its binding has a provider.
 */
function withScopeProvider(binding: Binding, provider: Component<ContextProvider> | undefined): Binding {
  if (provider === undefined || binding.source !== 'context' || binding.provider !== undefined)
    return binding;
  const type: unknown = 'kind' in binding.type ? binding.type.of : binding.type;
  return isContextType(type) || !canProvide(provider, type) ? binding : { ...binding, provider };
}
