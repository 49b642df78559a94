import type { Component } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import type { Route } from '../contract/route.ts';
import { ROUTE } from '../contract/scoped.ts';
import { isOneOf, parseMediaType } from '../protocol/content-type.ts';
import { MediaType } from '../protocol/media-type.ts';
import { essenceOf, isJsonType, isRange, resolveOffers, withoutRanges } from './offers.ts';
import type { RegisteredWriters, ScopedWriter, WriterPlan, WriterTry } from './writer-plan.ts';

/** Groups the registered writers. `levels` contains one list per registry, beginning with the nearest registry. */
export function sortWriters(levels: readonly (readonly ScopedWriter[])[]): RegisteredWriters {
  const untyped = levels.map((level) => level.filter(({ value }) => value.types === undefined).toReversed());
  return {
    typed: levels.flat().filter(({ value }) => value.types !== undefined),
    byMedia: untyped.map((level) => level.filter(({ value }) => !isGeneral(value))),
    general: untyped.flat().find(({ value }) => isGeneral(value)),
  };
}

function isGeneral({ mediaTypes }: Component<HttpResponseWriter>): boolean {
  const all = resolveOffers(mediaTypes);
  return all === undefined || all.some((each) => essenceOf(each) === '*/*');
}

/**
 * Creates a function that plans the writers of a route. Routes that declare the same media types share a plan, unless a
 * scope sets their writer.
 */
export function writerPlanner(registered: RegisteredWriters): (route: Route | undefined) => WriterPlan {
  const known = new Map<string, WriterPlan>();
  return (route) => {
    const own = ownWriter(route);
    const declared = resolveOffers(route?.produces);
    if (own !== undefined) {
      const tries: readonly WriterTry[] = [{ writer: own.value, scope: own.scope }];
      return { offers: offersOfWriter(own.value, declared), own, tries, registered };
    }
    const key = declared?.join() ?? '';
    let plan = known.get(key);
    if (plan === undefined) {
      plan = { offers: declared, own, tries: writersFor(declared, registered), registered };
      known.set(key, plan);
    }
    return plan;
  };
}

function ownWriter(route: Route | undefined): ScopedWriter | undefined {
  const scope = route?.scopes?.findLast(({ writer }) => writer !== undefined);
  return scope && { value: scope.writer!, scope: scope.name ?? ROUTE };
}

/**
 * Returns the declared media types that the writer can write. If it can write none of them, returns all declared types,
 * and the writer sends its own type regardless of Accept. Without declared types, returns the writer's types.
 */
function offersOfWriter(
  writer: Component<HttpResponseWriter>,
  declared: readonly string[] | undefined,
): readonly string[] | undefined {
  const own = resolveOffers(writer.mediaTypes);
  const common = declared?.filter((each) => own === undefined || isOneOf(essenceOf(each), own)) ?? [];
  return common.length > 0 ? common : (declared ?? withoutRanges(own));
}

/**
 * Returns the writers for results with one of the media types, in the order in which they are tried. First come the
 * writers for the class of the result, beginning with those that also match the media type. They are followed by the
 * writers for media types, beginning with the nearest registry; within a registry, exact types come before ranges. The
 * writer for any result comes last. `offers` is undefined if the media type depends on the result.
 */
export function writersFor(
  offers: readonly string[] | undefined,
  { typed, byMedia, general }: RegisteredWriters,
): readonly WriterTry[] {
  const isOffered = (mediaTypes: readonly string[]): boolean =>
    offers === undefined || offers.some((offer) => isOneOf(essenceOf(offer), mediaTypes));
  const mediaTries = byMedia.flatMap((level) => [
    ...level.flatMap((each) => triesOf(each, (type) => !isRange(type))),
    ...level.flatMap((each) => triesOf(each, isRange)),
  ]);
  const isForAny = general !== undefined && !(offers?.every(isJsonType) ?? false);
  return [
    ...typedTries(offers, typed),
    ...mediaTries.filter(({ mediaTypes }) => isOffered(mediaTypes)),
    ...(isForAny ? [{ writer: general.value, scope: general.scope, general: true as const }] : []),
  ];
}

function typedTries(
  offers: readonly string[] | undefined,
  typed: readonly ScopedWriter[],
): readonly WriterTry[] {
  const forAny = typed.map(({ value, scope }): WriterTry => ({
    writer: value,
    scope,
    types: value.types ?? [],
  }));
  if (offers === undefined) return forAny;
  const offersWrittenBy = ({ mediaTypes }: Component<HttpResponseWriter>): readonly string[] => {
    const own = resolveOffers(mediaTypes);
    return offers.map(essenceOf).filter((offer) => own === undefined || isOneOf(offer, own));
  };
  const forOffers = forAny.flatMap((each): readonly WriterTry[] => {
    const mediaTypes = offersWrittenBy(each.writer);
    if (mediaTypes.length === offers.length) return [each];
    return mediaTypes.length === 0 ? [] : [{ ...each, mediaTypes }];
  });
  // A writer that supports all offers is listed only once.
  const remaining = forAny.filter(({ writer }) => offersWrittenBy(writer).length < offers.length);
  return [...forOffers, ...remaining];
}

function triesOf(
  { value, scope }: ScopedWriter,
  matches: (mediaType: string) => boolean,
): readonly (WriterTry & { readonly mediaTypes: readonly string[] })[] {
  const mediaTypes = MediaType.join(value.mediaTypes ?? []).filter(matches);
  return mediaTypes.length === 0 ? [] : [{ writer: value, scope, mediaTypes }];
}

/** Returns the tries that apply to a media type. */
export function triesFor(tries: readonly WriterTry[], mediaType: string): readonly WriterTry[] {
  const { essence } = parseMediaType(mediaType);
  return tries.filter(
    ({ mediaTypes, general }) =>
      (mediaTypes === undefined || isOneOf(essence, mediaTypes)) && !(general && isJsonType(mediaType)),
  );
}
