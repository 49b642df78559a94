import type { ContextProvider } from '@writ/http';
import type { Binding, Component } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { withDeclaringClass } from '../recording/origin.ts';
import type { AnnotationRecord, AnnotationRecordOf } from '../recording/records.ts';
import { completeBean } from './bean.ts';
import { withModifiers } from '../reading/modifiers.ts';
import { annotationsOfKind, nearestAnnotation, type Method } from '../reading/method.ts';
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
  const annotations = method.levels.find(bindsParameters) ?? [];
  const list = annotationsOfKind(annotations, 'verb').find(({ params }) => params.length > 0);
  const validOnly = list === undefined ? findValidOnlyParameters(annotations) : NO_PARAMETERS;
  const parameters =
    list === undefined
      ? resolveAnnotatedParameters(method, annotations, validOnly, findings)
      : resolveVerbParameters(method, annotations, list, findings);
  const indexes = parameters.map(({ target }) => target.index);
  const bound = Math.max(-1, ...indexes) + 1;
  // If another decorator replaced the method, its parameters are unknown, so every bound parameter is required.
  const required = method.required ?? bound;
  // A parameter without a binding in the verb uses its default; the compiler has checked that the default exists.
  const declared = list === undefined ? method.design.length : 0;
  const count = Math.max(required, declared, bound, ...[...validOnly.keys()].map((index) => index + 1));
  const unbound = missingIndexes(indexes, count);
  const bodyFree =
    METHODS_WITH_BODY.has(verb.method) && !parameters.some(({ binding }) => binding?.source === 'body');
  const [only] = unbound;
  const couldBeBody = unbound.length === 1 && bodyFree;
  const body =
    couldBeBody && only !== undefined
      ? resolveBodyParameter(method, verb, only, validOnly.get(only))
      : undefined;
  if (body === undefined) {
    const isOfAClass = (type: unknown): boolean => isObjectClass(declaredType(type)) && !isContextType(type);
    const asBody = bodyFree ? unbound.find((index) => isOfAClass(method.design[index])) : undefined;
    for (const index of unbound) {
      const modifiers = validOnly.get(index);
      if (modifiers === undefined) {
        const path = routePathOf(method, scope) ?? '';
        const how = { couldBeBody, inVerb: list !== undefined, path, asBody: index === asBody };
        findings.push(missingSource(parameterTarget(method, index), verb.origin, how));
      } else resolveParameter(parameterTarget(method, index), modifiers, findings);
    }
  }
  const provider = nearestAnnotation([...method.levels, ...scope], 'provider')?.provider;
  return [...parameters, ...(body === undefined ? [] : [body])]
    .toSorted((one, other) => one.target.index - other.target.index)
    .flatMap(
      (parameter) =>
        completeBean(withType(parameter, parameter.target.index < required, findings), findings) ?? [],
    )
    .map((binding) => ({
      ...withScopeProvider(binding, provider),
      origin: withDeclaringClass(binding.origin ?? verb.origin, method.declared),
    }));
}

/** Returns the indexes below `count` that are not in the list. */
function missingIndexes(indexes: readonly number[], count: number): readonly number[] {
  const missing: number[] = [];
  for (let index = 0; index < count; index += 1) if (!indexes.includes(index)) missing.push(index);
  return missing;
}

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
