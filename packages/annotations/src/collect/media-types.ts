import { parseMediaTypes } from '../components/headers.ts';
import type { AnnotationRecord } from '../recording/records.ts';
import { annotationsOfKind } from '../reading/method.ts';

const HEADERS = { consumes: 'accept', produces: 'content-type' } as const;

/**
 * Returns the media types of the nearest method or class that declares any by `@Consumes`, `@Produces` or `@Header`;
 * undefined if none does.
 */
export function mediaTypesOf(
  levels: readonly (readonly AnnotationRecord[])[],
  kind: keyof typeof HEADERS,
): readonly string[] | undefined {
  for (const annotations of levels) {
    const [own] = annotationsOfKind(annotations, kind);
    const types = own?.types ?? headerMediaTypes(annotations, kind);
    if (types.length > 0) return types.flatMap(splitMediaTypes);
  }
  return undefined;
}

const NONE: readonly never[] = [];

/** Returns the media types declared by `@Header`. */
export function headerMediaTypes(
  annotations: readonly AnnotationRecord[],
  kind: keyof typeof HEADERS,
): readonly string[] {
  const headers = annotationsOfKind(annotations, 'headers');
  if (headers.length === 0) return NONE;
  return parseMediaTypes(
    headers.flatMap(({ lines }) => lines),
    HEADERS[kind],
  );
}

/** Splits a string that, like a header value, may contain several media types. */
function splitMediaTypes(text: string): string[] {
  return text
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}
