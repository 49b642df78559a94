import type { Trace } from '../contract/trace.ts';

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;
/**
 * Maximum length of a tracestate in characters: the length up to which W3C Trace Context recommends propagating it. A
 * longer one is discarded.
 */
const MAX_TRACESTATE = 512;

/** Continues the trace in the headers, or starts a sampled one if they contain no valid trace. */
export function readTrace(traceparent: string | undefined, tracestate: string | undefined): Trace {
  const [, version, traceId, parentId = '', flags = '', more] =
    TRACEPARENT.exec(traceparent?.trim() ?? '') ?? [];
  const isValid =
    traceId !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId);
  if (!isValid) return createTrace(randomHex(16), undefined, true, undefined);
  const sampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return createTrace(
    traceId,
    parentId,
    sampled,
    (tracestate?.length ?? 0) > MAX_TRACESTATE ? undefined : tracestate,
  );
}

function createTrace(
  traceId: string,
  parentId: string | undefined,
  sampled: boolean,
  tracestate: string | undefined,
): Trace {
  const spanId = randomHex(8);
  const traceparent = `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
  return { traceId, spanId, parentId, sampled, traceparent, tracestate };
}

function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
}
