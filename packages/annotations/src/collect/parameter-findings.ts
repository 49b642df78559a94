import { HttpRequest, HttpResponse, RoutingContext, Toolkit, User, type Type } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import type { UnknownType } from '../declared-types/decode.ts';
import type { AnnotationRecordOf } from '../recording/records.ts';
import { annotationName } from '../reading/modifiers.ts';
import type { Method } from '../reading/method.ts';
import type { BindingTarget } from './parameter.ts';
import { declaredType, typeName } from '../reading/types.ts';

const CONTEXT_TYPES = new Set<unknown>([
  HttpRequest,
  HttpResponse,
  RoutingContext,
  Toolkit,
  User,
  AbortSignal,
]);

/** Adds a class whose instances only `@Context` supplies. */
export function addContextType(type: unknown): void {
  CONTEXT_TYPES.add(type);
}

/** Whether the type is a built-in context type, which cannot be the body. */
export function isContextType(type: unknown): boolean {
  return CONTEXT_TYPES.has(type);
}

/** Returns the target's location as members of a finding. */
function findingAt(target: BindingTarget, origin: Origin): Pick<Finding, 'origin' | 'parameter'> {
  return target.index === undefined ? { origin } : { origin, parameter: target.index };
}

function describeTarget({ index, label }: BindingTarget, parameter: string): string {
  return index === undefined ? label : `${parameter} of ${label}`;
}

/** Returns the beginning of a binding call, such as `PathParam('id', `. */
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
  // There is no metadata for standard decorators, nor in code that esbuild or tsx has compiled.
  const reason = target.lacksMetadata
    ? ' (the compiler emitted no parameter types)'
    : binding.source === 'context'
      ? '; a name imported with "import type" does not exist at run time'
      : '';
  const type = EXAMPLES[binding.source] ?? (target.design === Array ? 'array(String)' : 'String');
  if (unknown !== undefined) {
    return {
      rule: 'unknown-type',
      ...findingAt(target, origin),
      message: (parameter) => `${describeTarget(target, parameter)}: ${unknown.why}`,
      hint: () => `declare it: ${formatBindingCall(binding)}${type}), or another type; ${unknown.hint}`,
    };
  }
  return {
    rule: 'unknown-type',
    ...findingAt(target, origin),
    message: (parameter) => `the type of ${describeTarget(target, parameter)} is not known at run time`,
    hint: () => `declare it: ${formatBindingCall(binding)}${type}), or another type${reason}`,
  };
}

export function contradictedType(
  target: BindingTarget,
  binding: Binding,
  type: Type,
  declared: string,
  origin: Origin,
): Finding {
  return {
    rule: 'contradicted-type',
    ...findingAt(target, origin),
    message: (parameter) =>
      `${describeTarget(target, parameter)} is declared as ${declared}, but its binding has the type ${typeName(type)}`,
    hint: () => `make them match: change the declaration, or the type in ${formatBindingCall(binding)}…)`,
  };
}

export function duplicateSource(target: BindingTarget, earlier: Origin, origin: Origin): Finding {
  return {
    rule: 'duplicate-annotation',
    ...findingAt(target, origin),
    message: (parameter) => `${describeTarget(target, parameter)} has two sources`,
    hint: () => 'remove one of them',
    related: [{ message: 'the other source', origin: earlier }],
  };
}

const SINGLE_VALUES: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt, Date, URL]);

/** Whether the type is a class other than `String`, `Date` and the like, so that a hint suggests the body or a bean. */
export function isObjectClass(type: Type | undefined): boolean {
  return typeof type === 'function' && !SINGLE_VALUES.has(type);
}

/** Returns the finding about a modifier on a parameter or field that has no source. */
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
            ? '@BeanParam() or @BodyParam()'
            : `@QueryParam('${name || 'name'}', String)`;
      return `declare its source: ${source} ${name}`.trimEnd();
    },
  };
}

/**
 * Returns the finding about a target without a source. `couldBeBody` means that the parameter would be the body if its
 * type were known; `asBody` means that the hint suggests it as the body, which applies to only one of several
 * parameters with class types; `inVerb` means that the bindings are listed in the verb. If a variable of `path` has the
 * parameter's name, the hint suggests binding that variable.
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
      const isInPath = [...path.matchAll(/[{:](\w+)/g)].some(([, variable]) => variable === name);
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
          ? 'if it is the body, declare its type as a class or a schema'
          : 'declare its source';
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
    message: () => `${method.label} binds its parameters both in the verb and with parameter annotations`,
    hint: () => 'use only one of them, preferably the list in the verb, which the compiler checks',
    related: [{ message: 'the list in the verb', origin: verb }],
  };
}
