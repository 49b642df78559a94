import { declaredHeaders, type DeclaredHeaders } from '../protocol/response-headers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isOneOf } from '../protocol/content-type.ts';
import { instanceOf, type Component, type TypeToken } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import type { Finding } from '../report/findings.ts';
import { toPromise, mapMaybe } from '../internal/thenable.ts';
import { TEXT_TYPE } from './encodings.ts';
import {
  mediaTypeSelector,
  essenceOf,
  isRange,
  resolveOffers,
  withoutRanges,
  type SelectMediaType,
} from './offers.ts';

/** A writer that is prepared before the first request. */
export interface PlannedWriter {
  readonly component: Component<HttpResponseWriter>;
  readonly types: readonly TypeToken[] | undefined;
  /** Media types without parameters, including ranges. Undefined if the writer supports any media type. */
  readonly essences: readonly string[] | undefined;
  /** Media types in the form in which they are sent, without ranges. */
  readonly offers: readonly string[] | undefined;
  readonly choose: SelectMediaType | undefined;
  readonly headers: DeclaredHeaders | undefined;
}

function planWriter(component: Component<HttpResponseWriter>): PlannedWriter {
  const all = resolveOffers(component.mediaTypes);
  const offers = withoutRanges(all);
  return {
    component,
    types: component.types,
    essences: all?.map(essenceOf),
    offers,
    choose: offers && mediaTypeSelector(offers),
    headers: declaredHeaders(component.headers),
  };
}

/** Prepares a writer. If the writer is invalid, reports it and returns undefined. */
export function planOrReport(
  component: Component<HttpResponseWriter>,
  report: (finding: Finding) => void,
): PlannedWriter | undefined {
  try {
    return planWriter(component);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `the writer ${component.name}: ${error.message}`;
    report({ rule: 'header-name', message, origin: component.origin });
    return undefined;
  }
}

/** Whether a writer can write a media type. */
export function canWrite({ essences }: PlannedWriter, essence: string): boolean {
  return essences === undefined || isOneOf(essence, essences);
}

/**
 * Writes a result with a writer, and ends the response if the writer has not done so. `contentType` is the declared or
 * negotiated type. If the writer does not support this type, the response has the writer's first type.
 */
export function writeWith(
  planned: PlannedWriter,
  exchange: Exchange,
  result: unknown,
  contentType: string | undefined,
): void | Promise<void> {
  const { request, response } = exchange;
  const type = contentTypeFor(planned, exchange, contentType);
  if (type !== undefined && !isRange(type)) response.headers.refine(new Map([['content-type', type]]));
  if (planned.headers !== undefined) response.headers.refine(planned.headers);
  response.fallbackType = TEXT_TYPE;
  const written = toPromise(instanceOf(planned.component, exchange).write(result, request, response));
  return mapMaybe(written, endResponse, exchange);
}

function contentTypeFor(
  planned: PlannedWriter,
  exchange: Exchange,
  contentType: string | undefined,
): string | undefined {
  if (contentType === undefined) return planned.choose?.(exchange);
  return canWrite(planned, essenceOf(contentType)) ? contentType : planned.offers?.[0];
}

function endResponse(_written: void, exchange: Exchange): void {
  exchange.move('answer');
  if (!exchange.response.ended) exchange.response.end();
}
