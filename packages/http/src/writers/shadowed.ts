import type { Component, TypeToken } from '../scope/component.ts';
import type { HttpResponseWriter } from '../scope/roles.ts';
import type { Finding } from '../table/findings.ts';
import { MediaType } from '../media/media-type.ts';

/** A writer for classes that one registered before it takes all of, in the same media types, is never asked. */
export function reportShadowedWriters(
  level: readonly Component<HttpResponseWriter>[],
  report: (finding: Finding) => void,
): void {
  for (const [index, writer] of level.entries()) {
    const general = level.slice(0, index).find((earlier) => takesAll(earlier, writer));
    if (general === undefined) continue;
    report({
      code: 'W2014',
      severity: 'warning',
      message: `the writer ${writer.name} is never asked: ${general.name}, registered before it, takes all that it writes`,
      hint: 'register the writer of the special class first',
      origin: writer.origin,
      related: general.origin && { message: 'the general one', origin: general.origin },
    });
  }
}

function takesAll(general: Component<HttpResponseWriter>, writer: Component<HttpResponseWriter>): boolean {
  const { types = [], mediaTypes } = writer;
  const takesTypes = types.every((type) => general.types?.some((each) => isBelow(type, each)));
  if (types.length === 0 || !takesTypes) return false;
  return (
    general.mediaTypes === undefined ||
    (mediaTypes?.every((type) => general.mediaTypes!.some((each) => MediaType.parse(each)?.matches(type))) ??
      false)
  );
}

function isBelow(type: TypeToken, general: TypeToken): boolean {
  return type === general || type.prototype instanceof (general as new () => object);
}
