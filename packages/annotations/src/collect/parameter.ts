import { optional, type Type } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import type { SourceType } from '../declared-types/decode.ts';
import type { FieldRecord, AnnotationRecord, AnnotationRecordOf, ParamRecord } from '../recording/records.ts';
import { BeanError } from './bean-error.ts';
import { annotationName, modifiersIn, appliesTo, withModifiers } from '../reading/modifiers.ts';
import {
  duplicateSource,
  contradictedType,
  unknownType,
  modifierWithoutSource,
} from './parameter-findings.ts';
import { findContradictedType, resolveDeclaredType } from './declared-type.ts';
import { formatType } from '../reading/format-type.ts';
import { declaredName, matchesDeclaredType } from '../reading/types.ts';

/** The target of a binding: a parameter of a method or constructor, or a field of a bean. */
export interface BindingTarget {
  /** The index of a parameter, from 0; undefined for a field. */
  readonly index?: number;
  /** The qualified name: `Notes.one` for parameters of the method, `Search.colour` for a field. */
  readonly label: string;
  /** The declared type in the compiler's metadata. */
  readonly design: unknown;
  /** The type that the source declares; undefined if the source is unavailable. */
  readonly sourceType: () => SourceType | undefined;
  /** True if the compiler emitted no types at all. */
  readonly lacksMetadata: boolean;
}

/** A parameter of a method. */
export interface ParameterTarget extends BindingTarget {
  readonly index: number;
}

/** A target with its binding. The binding may lack a type, which is then taken from the declaration. */
export interface BoundParameter<P extends BindingTarget = BindingTarget> {
  readonly target: P;
  readonly origin: Origin;
  /** Undefined for an invalid binding, whose findings have been reported. */
  readonly binding: (Binding & { readonly type: Type | undefined }) | undefined;
  /** Set if the binding is listed in the verb: the compiler compares its type with the declared type. */
  readonly inVerb?: true;
}

/**
 * Returns the target with its binding, to which the modifiers have been applied; undefined if the target has neither a
 * source nor a modifier.
 */
export function resolveParameter<P extends BindingTarget>(
  target: P,
  annotations: readonly (AnnotationRecord | FieldRecord)[],
  findings: Finding[],
): BoundParameter<P> | undefined {
  const [first, ...others] = annotations.filter(
    (annotation): annotation is AnnotationRecordOf<'param'> => annotation.kind === 'param',
  );
  const modifiers = modifiersIn(annotations);
  if (first === undefined) {
    findings.push(...modifiers.map((modifier) => modifierWithoutSource(target, modifier)));
    return modifiers[0] && { target, origin: modifiers[0].origin, binding: undefined };
  }
  findings.push(...others.map((other) => duplicateSource(target, first.origin, other.origin)));
  const binding = readBinding(first, findings);
  if (binding !== undefined) {
    findings.push(
      ...modifiers
        .filter((modifier) => !appliesTo(modifier, binding))
        .map((modifier) => misplacedModifier(binding, modifier)),
    );
    findings.push(...checkDuplicateModifiers(modifiers));
  }
  return { target, origin: first.origin, binding: binding && withModifiers(binding, modifiers) };
}

/** Returns the binding. If it is an invalid bean, reports the findings of the bean's class and returns undefined. */
export function readBinding({ param }: Pick<ParamRecord, 'param'>, findings: Finding[]): Binding | undefined {
  try {
    return param.binding;
  } catch (error) {
    if (!(error instanceof BeanError)) throw error;
    findings.push(...error.findings);
    return undefined;
  }
}

/**
 * Adds the type to a binding; returns undefined if the binding is invalid. `required` means that the parameter has no
 * default.
 */
export function withType(
  { target, binding, origin, inVerb }: BoundParameter,
  required: boolean,
  findings: Finding[],
): Binding | undefined {
  if (binding === undefined) return undefined;
  const declared = binding.type === undefined ? resolveDeclaredType(target, binding) : undefined;
  const type = binding.type ?? declared?.type;
  if (type === undefined) {
    findings.push(unknownType(target, binding, origin, declared?.unknown));
    return undefined;
  }
  // A schema may convert the value to another type.
  const isMade = binding.valid === undefined || binding.valid === true;
  if (isMade && !matchesDeclaredType(type, target.design)) {
    findings.push(contradictedType(target, binding, type, declaredName(target.design), origin));
    return undefined;
  }
  const contradicted = inVerb === true ? undefined : findContradictedType(target, binding);
  if (contradicted !== undefined) {
    findings.push(contradictedType(target, binding, type, formatType(contradicted), origin));
    return undefined;
  }
  if (binding.source === 'bean') return { ...binding, type, origin } as Binding;
  const mayBeAbsent =
    (!required || declared?.optional === true) && !('default' in binding) && !isOptional(type);
  if (!mayBeAbsent && type === binding.type && origin === binding.origin) return binding as Binding;
  return { ...binding, type: mayBeAbsent ? optional(type) : type, origin } as Binding;
}

function isOptional(type: Type): boolean {
  return typeof type === 'object' && 'kind' in type && type.kind === 'optional';
}

function misplacedModifier(
  binding: Binding,
  { name, hint, origin }: AnnotationRecordOf<'modifier'>,
): Finding {
  return {
    rule: 'misplaced-modifier',
    origin,
    message: () => `@${name} does not apply to @${annotationName(binding.source)}`,
    hint: () => hint,
  };
}

function checkDuplicateModifiers(modifiers: readonly AnnotationRecordOf<'modifier'>[]): Finding[] {
  return modifiers.flatMap(({ name, origin }, index): Finding[] => {
    const earlier = modifiers.slice(0, index).find((other) => other.name === name);
    if (earlier === undefined) return [];
    return [
      {
        rule: 'duplicate-annotation',
        origin,
        message: () => `@${name} is applied twice`,
        hint: () => 'remove one of them',
        related: [{ message: 'the other one', origin: earlier.origin }],
      },
    ];
  });
}
