import { isSubclass } from '@writ/diagnostics/internal';
import { isJson, isOneOf, parseMediaType } from '../../protocol/content-type.ts';
import type { BodyBinding, NamedBinding, Route } from '../../contract/route.ts';
import type { Component, TypeToken } from '../../contract/component.ts';
import { PARAMETER, ROUTE, scopedLevels, type Scoped } from '../../contract/scoped.ts';
import type { Registries } from '../../contract/registry.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { isKind } from '../../contract/is-kind.ts';
import type { Type } from '../../contract/type.ts';
import { PRIMITIVES } from '../../types/primitives.ts';
import type { ReaderCandidate } from '../binding-plan.ts';
import { presentOf } from '../../contract/required-type.ts';

type Reader = Component<ValueReader>;
type ScopedReader = Scoped<Reader>;

/**
 * The readers of a body in the order in which they are tried, and the readers that are registered for an incompatible
 * type.
 */
export interface BodyReaders {
  readonly readers: readonly ReaderCandidate[];
  readonly mediaTypes: readonly string[];
  readonly incompatible: readonly Reader[];
}

/**
 * Resolves the readers of a body. A reader set for the parameter, by the narrowest scope or for the type is the only
 * one; otherwise readers for media types are tried, then the general reader.
 */
export function resolveBodyReaders(binding: BodyBinding, route: Route, { readers }: Registries): BodyReaders {
  const levels = scopedLevels(readers);
  const all = levels.flat();
  const chosen = scopeReader(binding, route) ?? findForType(binding.type, all);
  if (chosen !== undefined) return { readers: [toCandidate(chosen)], mediaTypes: [], incompatible: [] };
  if (RAW_TYPES.has(presentOf(binding.type))) return { readers: [], mediaTypes: [], incompatible: [] };
  const general = all.find(isGeneralReader);
  const byMedia = levels
    .flatMap((level) => level.toReversed())
    .flatMap(mediaReaders)
    .filter(({ reader }) => isCompatible(reader, binding.type));
  // Exact media types are tried before ranges such as `text/*`.
  const tries = [
    ...byMedia.flatMap((each) => withMediaTypes(each, isExact)),
    ...byMedia.flatMap((each) => withMediaTypes(each, isRange)),
  ];
  return {
    readers: [
      ...tries.filter((each) => mayRead(each, route)),
      ...(general === undefined ? [] : [toCandidate(general)]),
    ],
    mediaTypes: [...new Set(byMedia.flatMap(({ mediaTypes }) => mediaTypes))],
    incompatible: general === undefined ? incompatibleReaders(binding, route, byMedia, all) : [],
  };
}

/** Finds the reader that the parameter or a scope declares for the body. */
function scopeReader({ reader }: BodyBinding, { scopes = [] }: Route): ScopedReader | undefined {
  if (reader !== undefined) return { value: reader, scope: PARAMETER };
  const named = scopes.flatMap((scope) =>
    scope.reader === undefined ? [] : [{ value: scope.reader, scope: scope.name ?? ROUTE }],
  );
  return named.at(-1);
}

function toCandidate({ value, scope }: ScopedReader): ReaderCandidate {
  return { reader: value, scope };
}

/** A reader that is registered for media types. */
type MediaReader = ReaderCandidate & Required<Pick<ReaderCandidate, 'mediaTypes'>>;

function mediaReaders({ value, scope }: ScopedReader): readonly MediaReader[] {
  const { mediaTypes } = value;
  return mediaTypes === undefined ? [] : [{ reader: value, scope, mediaTypes }];
}

function withMediaTypes(media: MediaReader, takes: (mediaType: string) => boolean): readonly MediaReader[] {
  const mediaTypes = media.mediaTypes.filter(takes);
  return mediaTypes.length === 0 ? [] : [{ ...media, mediaTypes }];
}

function isRange(mediaType: string): boolean {
  return parseMediaType(mediaType).essence.includes('*');
}

function isExact(mediaType: string): boolean {
  return !isRange(mediaType);
}

/** Whether the reader supports a media type that the route may consume. */
function mayRead({ mediaTypes }: MediaReader, { consumes = [] }: Route): boolean {
  return (
    consumes.length === 0 || consumes.some((taken) => mediaTypes.some((read) => mediaOverlap(taken, read)))
  );
}

/** Whether any media type matches both arguments. If both are ranges, only their top-level types are compared. */
function mediaOverlap(one: string, other: string): boolean {
  const [a, b] = [parseMediaType(one).essence, parseMediaType(other).essence];
  if (isOneOf(a, [b]) || isOneOf(b, [a])) return true;
  const [typeOfA, typeOfB] = [a.split('/')[0], b.split('/')[0]];
  return a.includes('*') && b.includes('*') && (typeOfA === typeOfB || typeOfA === '*' || typeOfB === '*');
}

/**
 * Finds readers that are registered for a media type of the body but for an incompatible type, unless other readers
 * cover that media type.
 */
function incompatibleReaders(
  { type }: BodyBinding,
  { consumes = [] }: Route,
  byMedia: readonly MediaReader[],
  all: readonly ScopedReader[],
): readonly Reader[] {
  const unread = consumes
    .map((each) => parseMediaType(each).essence)
    .filter((essence) => !isJson(essence) && !byMedia.some(({ mediaTypes }) => isOneOf(essence, mediaTypes)));
  return all
    .map(({ value }) => value)
    .filter((reader) => !isCompatible(reader, type))
    .filter(({ mediaTypes = [] }) => unread.some((essence) => isOneOf(essence, mediaTypes)));
}

/** Types that receive the body as a string or as bytes, regardless of its media type. */
export const RAW_TYPES: ReadonlySet<unknown> = new Set([String, Uint8Array, ReadableStream]);

/**
 * Resolves the reader of a string: the reader set for the parameter, the reader for the type, or the general reader.
 * Scopes and media types apply only to bodies.
 */
export function resolveTextReader(
  { reader, type }: NamedBinding,
  { readers }: Registries,
): ScopedReader | undefined {
  if (reader !== undefined) return { value: reader, scope: PARAMETER };
  if (readers.isEmpty) return undefined;
  const all = scopedLevels(readers).flat();
  const required = presentOf(type);
  const single = isKind(required, 'array') ? required.of : type;
  const read = findForType(single, all);
  // Primitive types have their own conversion.
  return read ?? (PRIMITIVES.has(presentOf(single)) ? undefined : all.find(isGeneralReader));
}

/** Finds the first reader registered for the value's class or a superclass. */
function findForType(type: Type, readers: readonly ScopedReader[]): ScopedReader | undefined {
  const token = typeTokenOf(type);
  return token && readers.find(({ value: { types } }) => types?.some((each) => isSubclass(token, each)));
}

function isGeneralReader({ value: { types, mediaTypes } }: ScopedReader): boolean {
  return types === undefined && mediaTypes === undefined;
}

/** Whether the reader's types may include the value's type. If either is unknown, returns true. */
export function isCompatible({ types }: Reader, type: Type): boolean {
  const token = typeTokenOf(type);
  return (
    token === undefined ||
    types === undefined ||
    types.some((each) => isSubclass(token, each) || isSubclass(each, token))
  );
}

/**
 * Returns the class of the type's values, which is `Array` for an array. Returns undefined for schemas, codecs, enums
 * and other structures.
 */
function typeTokenOf(type: Type): TypeToken | undefined {
  const required = presentOf(type);
  if (typeof required === 'function' && !('~standard' in required)) return required;
  return isKind(required, 'array') ? Array : undefined;
}
