import { HttpRequest, HttpResponse, RoutingContext, Toolkit, User, type Type } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import type { UnknownType } from '../declared-types/decode.ts';
import type { AnnotationRecordOf } from '../recording/records.ts';
import { annotationName } from '../reading/modifiers.ts';
import type { Method } from '../reading/method.ts';
import type { BindingTarget } from './parameter.ts';
import { declaredName, declaredType, typeName } from '../reading/types.ts';

const CONTEXT_TYPES = new Set<unknown>([
  HttpRequest,
  HttpResponse,
  RoutingContext,
  Toolkit,
  User,
  AbortSignal,
]);

/** Whether it is something of the request, which no body can be. */
export function isContextType(type: unknown): boolean {
  return CONTEXT_TYPES.has(type);
}

/** The beginning of every finding about a target. */
function findingAt(target: BindingTarget, origin: Origin): Pick<Finding, 'origin' | 'parameter'> {
  return target.index === undefined ? { origin } : { origin, parameter: target.index };
}

function describeTarget({ index, label }: BindingTarget, parameter: string): string {
  return index === undefined ? label : `${parameter} of ${label}`;
}

/** `PathParam('id'`, the beginning of what an author writes for the binding. */
function formatBindingCall(binding: Binding): string {
  const annotation = annotationName(binding.source);
  return 'name' in binding ? `${annotation}('${binding.name}', ` : `${annotation}(`;
}

const EXAMPLES: Partial<Record<Binding['source'], string>> = {
  body: 'NewNote',
  context: 'HttpRequest',
  bean: 'Search',
};

export function unknownType(
  target: BindingTarget,
  binding: Binding,
  origin: Origin,
  unknown?: UnknownType,
): Finding {
  // Standard decorators, esbuild and tsx.
  const untold = target.lacksMetadata
    ? ' (the compiler wrote no types of parameters)'
    : binding.source === 'context'
      ? '; what is imported by "import type" is gone at run time'
      : '';
  const type = EXAMPLES[binding.source] ?? (target.design === Array ? 'array(String)' : 'String');
  if (unknown !== undefined) {
    return {
      rule: 'unknown-type',
      ...findingAt(target, origin),
      message: (parameter) => `${describeTarget(target, parameter)}: ${unknown.why}`,
      hint: () => `say it: ${formatBindingCall(binding)}${type}), or another type; or ${unknown.hint}`,
    };
  }
  return {
    rule: 'unknown-type',
    ...findingAt(target, origin),
    message: (parameter) => `the type of ${describeTarget(target, parameter)} is not known at run time`,
    hint: () => `say it: ${formatBindingCall(binding)}${type}), or another type${untold}`,
  };
}

export function contradictedType(
  target: BindingTarget,
  binding: Binding,
  type: Type,
  origin: Origin,
): Finding {
  const declared = declaredName(target.design);
  return {
    rule: 'contradicted-type',
    ...findingAt(target, origin),
    message: (parameter) =>
      `${describeTarget(target, parameter)} is declared as ${declared}, but ${typeName(type)} is what it gets`,
    hint: () =>
      `make both the same: change the declaration, or what stands in ${formatBindingCall(binding)}…)`,
  };
}

export function duplicateSource(target: BindingTarget, earlier: Origin, origin: Origin): Finding {
  return {
    rule: 'duplicate-annotation',
    ...findingAt(target, origin),
    message: (parameter) => `${describeTarget(target, parameter)} has two sources`,
    hint: () => 'keep one of them',
    related: [{ message: 'the other source', origin: earlier }],
  };
}

const SINGLE_VALUES: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt, Date]);

/** Whether it is of a class, which no single text is converted to. */
export function isObjectClass(type: Type | undefined): boolean {
  return typeof type === 'function' && !SINGLE_VALUES.has(type);
}

/** A second annotation alone. */
export function modifierWithoutSource(
  target: BindingTarget,
  { name: annotation, origin }: AnnotationRecordOf<'modifier'>,
): Finding {
  return {
    rule: 'modifier-without-source',
    ...findingAt(target, origin),
    message: (parameter) => `${describeTarget(target, parameter)} has @${annotation}, but no source`,
    hint: (name) => {
      const isObject = annotation === 'Valid' && isObjectClass(declaredType(target.design));
      const source =
        annotation === 'ContextReader'
          ? '@Context(Type)'
          : isObject
            ? '@BeanParam(), or in one place @BodyParam(),'
            : `@QueryParam('${name || 'name'}', String)`;
      return `say where its value comes from: ${source} ${name}`.trimEnd();
    },
  };
}

/**
 * `couldBeBody`: it would be the body, were its type known. `asBody`: it is the one of several of classes that the body is
 * suggested to. `inVerb`: the sources stand in the verb. `path`: of the route, whose variables are what is meant when the
 * parameter is called like one.
 */
export function missingSource(
  target: BindingTarget,
  origin: Origin,
  {
    couldBeBody,
    asBody = false,
    inVerb,
    path = '',
  }: {
    readonly couldBeBody: boolean;
    readonly asBody?: boolean;
    readonly inVerb: boolean;
    readonly path?: string;
  },
): Finding {
  const { design } = target;
  const type = typeName(declaredType(design) ?? String);
  return {
    rule: 'no-source',
    ...findingAt(target, origin),
    message: (parameter) => `${describeTarget(target, parameter)} has no source`,
    hint: (name) => {
      const isInPath = new RegExp(`[{:]${name}(?!\\w)`).test(path);
      const source = isContextType(design)
        ? `Context(${typeName(design)})`
        : isInPath
          ? `PathParam('${name}', ${type})`
          : couldBeBody
            ? 'BodyParam(NewNote)'
            : isObjectClass(declaredType(design))
              ? `${asBody ? 'BodyParam' : 'BeanParam'}(${type})`
              : `QueryParam('${name}', ${type})`;
      const what =
        couldBeBody && !isInPath && !isContextType(design)
          ? 'if it is the body, say its type, a class or a schema'
          : 'say where it comes from';
      return inVerb ? `${what}: add ${source} to the list in the verb` : `${what}: @${source} ${name}`;
    },
  };
}

export function mixedBindingStyles(
  method: Method,
  { origin: verb }: AnnotationRecordOf<'verb'>,
  origin: Origin,
): Finding {
  return {
    rule: 'two-binding-styles',
    origin,
    message: () => `${method.label} binds its parameters both in the verb and by parameter annotations`,
    hint: () => 'keep one of the two: the list in the verb is checked by the compiler',
    related: [{ message: 'the list in the verb', origin: verb }],
  };
}
