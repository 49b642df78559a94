import type { Type } from '@writ/http';
import type { Binding } from '@writ/http/kernel';
import type { UnknownType } from '../declared-types/decode.ts';
import { propertyOf } from '../recording/reflection.ts';
import type { BindingTarget } from './parameter.ts';
import { matchesDeclaredType, declaredType, runtimeClassOf } from '../reading/types.ts';

interface ResolvedType {
  readonly type: Type | undefined;
  readonly optional: boolean;
  /** Metadata would say a type that is too wide. */
  readonly unknown?: UnknownType;
}

/** The type of what a binding stands on, for a binding that names none. The source counts, then the metadata. */
export function resolveDeclaredType(target: BindingTarget, binding: Binding): ResolvedType {
  const design = declaredType(target.design);
  const source = matchingSourceType(target);
  if (source === undefined) return { type: design, optional: false };
  const { type, optional, unknown } = source;
  if (hasCustomConversion(binding)) return { type: design ?? (type && widenType(type)), optional };
  if (type === undefined && unknown !== undefined && VAGUE_PRIMITIVES.has(design))
    return { type: undefined, optional, unknown };
  return { type: type ?? design, optional };
}

/** Whether metadata alone says the type, and may say `String` of an enum. */
export function isMetadataOnly(
  target: BindingTarget,
  binding: Binding & { readonly type?: unknown },
): boolean {
  if (binding.type !== undefined || hasCustomConversion(binding)) return false;
  return VAGUE_PRIMITIVES.has(declaredType(target.design)) && matchingSourceType(target) === undefined;
}

const VAGUE_PRIMITIVES: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt]);

/** A declaration file may be older than the code beside it; code may have lost its types before they were recorded. */
function matchingSourceType(target: BindingTarget): ReturnType<BindingTarget['sourceType']> {
  const source = target.sourceType();
  if (source?.type !== undefined) return matchesDeclaredType(source.type, target.design) ? source : undefined;
  const isLost = source?.unknown === undefined && VAGUE_PRIMITIVES.has(target.design);
  return isLost ? undefined : source;
}

/** As metadata says it: the declared type is that of what is made, not of what it is made from. */
function widenType(type: Type): Type {
  const made = runtimeClassOf(type);
  return made === undefined || made === Array ? type : made;
}

/** By a reader, a schema or a provider: the type of the parameter is not that of the text. */
function hasCustomConversion(binding: Binding): boolean {
  if (binding.source === 'context' || binding.source === 'bean') return true;
  const { valid } = binding;
  return propertyOf(binding, 'reader') !== undefined || (valid !== undefined && valid !== true);
}
