import { optional, type Type } from '@writ/http';
import { requiredOf, type Binding } from '@writ/http/kernel';
import type { UnknownType } from '../declared-types/decode.ts';
import { propertyOf } from '../recording/reflection.ts';
import type { BindingTarget } from './parameter.ts';
import { isAssignable } from '../reading/assignable.ts';
import { matchesDeclaredType, declaredType, isSchemaType, runtimeClassOf } from '../reading/types.ts';

interface ResolvedType {
  readonly type: Type | undefined;
  readonly optional: boolean;
  /** Set if the declared type is not supported and the type in the metadata cannot replace it. */
  readonly unknown?: UnknownType;
}

/**
 * Returns the type that the parameter or field declares, for a binding without an explicit type. The type in the source
 * takes precedence over the type in the metadata, unless the binding has a custom conversion.
 */
export function resolveDeclaredType(target: BindingTarget, binding: Binding): ResolvedType {
  const design = declaredType(target.design);
  const source = matchingSourceType(target);
  if (source === undefined) return { type: design, optional: false };
  const { type, optional: isOptional, unknown } = source;
  if (hasCustomConversion(binding)) {
    // The class of a context object or bean is not known from an interface or a schema.
    const isErased = type !== undefined && (isSchemaType(type) || runtimeClassOf(type) === Object);
    return { type: design ?? (type && !isErased ? widenType(type) : undefined), optional: isOptional };
  }
  const isVague = design === undefined || VAGUE_PRIMITIVES.has(design) || unknown?.open === true;
  if (type === undefined && unknown !== undefined && isVague)
    return { type: undefined, optional: isOptional, unknown };
  return { type: type ?? design, optional: isOptional };
}

/**
 * Returns the type that the source declares if values of the binding's own type may not belong to it; otherwise
 * undefined. Fields may be declared without `undefined`, because they can have initial values.
 */
export function findContradictedType(
  target: BindingTarget,
  binding: Binding & { readonly type?: Type | undefined },
): Type | undefined {
  if (binding.type === undefined || hasCustomConversion(binding)) return undefined;
  const source = matchingSourceType(target);
  if (source?.type === undefined) return undefined;
  const mayBeAbsent = source.optional || target.index === undefined;
  const given = 'default' in binding ? requiredOf(binding.type) : binding.type;
  return isAssignable(given, mayBeAbsent ? optional(source.type) : source.type) ? undefined : source.type;
}

/** Whether the type is a primitive that is known only from metadata, which contains `String` for an enum as well. */
export function isMetadataOnly(
  target: BindingTarget,
  binding: Binding & { readonly type?: unknown },
): boolean {
  if (binding.type !== undefined || hasCustomConversion(binding)) return false;
  return VAGUE_PRIMITIVES.has(declaredType(target.design)) && matchingSourceType(target) === undefined;
}

const VAGUE_PRIMITIVES: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt]);

/**
 * Returns the type in the source unless it contradicts the metadata: a declaration file may be older than the code next
 * to it, and types may have been stripped before they were recorded.
 */
function matchingSourceType(target: BindingTarget): ReturnType<BindingTarget['sourceType']> {
  const source = target.sourceType();
  // The metadata of `z.input<typeof S>` is the function `z.input`.
  if (source?.type !== undefined)
    return isSchemaType(source.type) || matchesDeclaredType(source.type, target.design) ? source : undefined;
  const isLost = source?.unknown === undefined && VAGUE_PRIMITIVES.has(target.design);
  return isLost ? undefined : source;
}

/**
 * Returns the class of the created values, which metadata would contain; the type itself for lists and for values of an
 * unknown class.
 */
function widenType(type: Type): Type {
  const runtimeClass = runtimeClassOf(type);
  return runtimeClass === undefined || runtimeClass === Array ? type : runtimeClass;
}

/**
 * Whether a reader, schema, provider or bean creates the value, in which case the parameter's type does not describe
 * the string.
 */
function hasCustomConversion(binding: Binding): boolean {
  if (binding.source === 'context' || binding.source === 'bean') return true;
  const { valid } = binding;
  return propertyOf(binding, 'reader') !== undefined || (valid !== undefined && valid !== true);
}
