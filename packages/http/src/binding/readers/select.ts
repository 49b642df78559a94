import { isJson, isOneOf, parseMediaType } from '../../protocol/content-type.ts';
import type { BodyBinding, NamedBinding, Route } from '../../contract/route.ts';
import type { Component, TypeToken } from '../../contract/component.ts';
import { isA } from '../../contract/shadowed.ts';
import type { Registries } from '../../contract/registry.ts';
import type { ValueReader } from '../../contract/roles.ts';
import type { Type } from '../../contract/type.ts';
import { PRIMITIVES } from '../../types/primitives.ts';
import { requiredOf } from './read-value.ts';

type Reader = Component<ValueReader>;

/** The readers that may read a body: one that is set for it, or else those that are chosen of by its media type. */
export interface BodyReaders {
  /** Named for the parameter, by a scope, or registered for the value's type. */
  readonly chosen: Reader | undefined;
  /** The last registered first, of the nearest registry first. */
  readonly byMediaType: readonly Reader[];
  readonly general: Reader | undefined;
}

/** Parameter, method and class (the narrowest scope that has one), type, media type, general. */
export function readersForBody(
  { reader, type }: BodyBinding,
  { scopes = [] }: Route,
  registries: Registries,
): BodyReaders {
  const levels = registries.readers.levels();
  const readers = levels.flat();
  return {
    chosen:
      reader ?? scopes.findLast((scope) => scope.reader !== undefined)?.reader ?? forType(type, readers),
    byMediaType: levels
      .flatMap((level) => level.toReversed())
      .filter((each) => each.mediaTypes !== undefined && isCompatible(each, type)),
    general: readers.find(isGeneral),
  };
}

/**
 * Readers that are registered for a media type of the body but make another type, where no other reader is left for it:
 * nothing could read the body.
 */
export function unfitReaders(binding: BodyBinding, route: Route, registries: Registries): readonly Reader[] {
  const { chosen, byMediaType, general } = readersForBody(binding, route, registries);
  if (chosen !== undefined || general !== undefined || WHOLE.has(requiredOf(binding.type))) return [];
  const consumed = (route.consumes ?? []).map((each) => parseMediaType(each).essence);
  const unread = consumed.filter(
    (essence) => !isJson(essence) && !byMediaType.some(({ mediaTypes }) => isOneOf(essence, mediaTypes!)),
  );
  const unfit = registries.readers.all().filter((each) => !isCompatible(each, binding.type));
  return unfit.filter(({ mediaTypes }) => unread.some((essence) => isOneOf(essence, mediaTypes ?? [])));
}

/** Types that are taken as they are, whatever the media type. */
export const WHOLE: ReadonlySet<unknown> = new Set([String, Uint8Array, ReadableStream]);

/** Parameter, type, general: scopes and media types are for bodies. */
export function readerForText({ reader, type }: NamedBinding, registries: Registries): Reader | undefined {
  if (reader !== undefined) return reader;
  const readers = registries.readers.all();
  const { kind, of } = requiredOf(type) as { readonly kind?: unknown; readonly of?: Type };
  const single = kind === 'array' ? of! : type;
  const read = forType(single, readers);
  // What the language itself names has its conversion by its type.
  return read ?? (PRIMITIVES.has(requiredOf(single)) ? undefined : readers.find(isGeneral));
}

/** The first that is registered for a class that the value's type is, or extends. */
function forType(type: Type, readers: readonly Reader[]): Reader | undefined {
  const token = tokenOf(type);
  return token && readers.find(({ types }) => types?.some((each) => isA(token, each)));
}

function isGeneral({ types, mediaTypes }: Reader): boolean {
  return types === undefined && mediaTypes === undefined;
}

/** Whether what a reader makes can be the value; where that is not known, it can. */
export function isCompatible({ types }: Reader, type: Type): boolean {
  const token = tokenOf(type);
  return (
    token === undefined || types === undefined || types.some((each) => isA(token, each) || isA(each, token))
  );
}

/** The class or constructor that the type is; undefined for schemas, codecs, enums and structures. */
function tokenOf(type: Type): TypeToken | undefined {
  const required = requiredOf(type);
  if (typeof required === 'function' && !('~standard' in required)) return required;
  return (required as { readonly kind?: unknown }).kind === 'array' ? Array : undefined;
}
