import type { Type } from '@writ/http';
import type { Binding } from '@writ/http/kernel';
import type { UnknownType } from '../declared-types/decode.ts';
import { propertyOf } from '../recording/reflection.ts';
import type { Place } from './slot.ts';
import { agrees, declaredType, madeBy } from '../reading/types.ts';

interface DeclaredType {
  readonly type: Type | undefined;
  readonly optional: boolean;
  /** Metadata would say a type that is too wide. */
  readonly unknown?: UnknownType;
}

/** The type of what a binding stands on, for a binding that names none. The source counts, then the metadata. */
export function typeFromDeclaration(place: Place, binding: Binding): DeclaredType {
  const design = declaredType(place.design);
  const source = sourceAtHand(place);
  if (source === undefined) return { type: design, optional: false };
  const { type, optional, unknown } = source;
  if (isMadeOtherwise(binding)) return { type: design ?? (type && widest(type)), optional };
  if (type === undefined && unknown !== undefined && VAGUE_PRIMITIVES.has(design))
    return { type: undefined, optional, unknown };
  return { type: type ?? design, optional };
}

/** Whether metadata alone says the type, and may say `String` of an enum. */
export function isByMetadataAlone(place: Place, binding: Binding & { readonly type?: unknown }): boolean {
  if (binding.type !== undefined || isMadeOtherwise(binding)) return false;
  return VAGUE_PRIMITIVES.has(declaredType(place.design)) && sourceAtHand(place) === undefined;
}

const VAGUE_PRIMITIVES: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt]);

/** A declaration file may be older than the code beside it; code may have lost its types before they were recorded. */
function sourceAtHand(place: Place): ReturnType<Place['source']> {
  const source = place.source();
  if (source?.type !== undefined) return agrees(source.type, place.design) ? source : undefined;
  const isLost = source?.unknown === undefined && VAGUE_PRIMITIVES.has(place.design);
  return isLost ? undefined : source;
}

/** As metadata says it: the declared type is that of what is made, not of what it is made from. */
function widest(type: Type): Type {
  const made = madeBy(type);
  return made === undefined || made === Array ? type : made;
}

/** By a reader, a schema or a provider: the type of the parameter is not that of the text. */
function isMadeOtherwise(binding: Binding): boolean {
  if (binding.source === 'context' || binding.source === 'bean') return true;
  const { valid } = binding;
  return propertyOf(binding, 'reader') !== undefined || (valid !== undefined && valid !== true);
}
