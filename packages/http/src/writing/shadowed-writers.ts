import type { Component } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import { reportUnreachable, includesTypes } from '../contract/unreachable.ts';
import type { Finding } from '../report/findings.ts';
import { MediaType } from '../protocol/media-type.ts';

/** Reports unreachable writers. A writer is unreachable if another one covers all of its classes and media types. */
export function reportShadowedWriters(
  level: readonly Component<HttpResponseWriter>[],
  report: (finding: Finding) => void,
): void {
  reportUnreachable(
    level,
    shadowsWriter,
    { rule: 'unreachable-writer', what: 'writer', does: 'writes' },
    report,
  );
}

function shadowsWriter(
  general: Component<HttpResponseWriter>,
  writer: Component<HttpResponseWriter>,
): boolean {
  if (!includesTypes(general, writer)) return false;
  const { mediaTypes } = general;
  if (mediaTypes === undefined) return true;
  const isTaken = (type: string): boolean => mediaTypes.some((each) => MediaType.parse(each)?.matches(type));
  return writer.mediaTypes?.every(isTaken) ?? false;
}
