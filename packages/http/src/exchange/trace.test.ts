import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTrace } from './trace.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it("readTrace continues the caller's trace", () => {
  const trace = readTrace(`00-${TRACE}-${PARENT}-01`, 'vendor=a');
  expect(trace).toMatchObject({ traceId: TRACE, parentId: PARENT, sampled: true, tracestate: 'vendor=a' });
  expect(trace.spanId).toMatch(/^[\da-f]{16}$/);
  expect(trace.spanId).not.toBe(PARENT);
  expect(trace.traceparent).toBe(`00-${TRACE}-${trace.spanId}-01`);
  expect(readTrace(`00-${TRACE}-${PARENT}-00`, undefined)).toMatchObject({
    sampled: false,
    tracestate: undefined,
  });
});

it.each([
  ['a later version with additional fields', `cc-${TRACE}-${PARENT}-03-more`, true],
  ['unknown flags', `00-${TRACE}-${PARENT}-ff`, true],
  ['surrounding spaces', ` 00-${TRACE}-${PARENT}-01 `, true],
  ['a missing traceparent', undefined, false],
  ['an empty traceparent', '', false],
  ['the invalid version ff', `ff-${TRACE}-${PARENT}-01`, false],
  ['version 00 with additional fields', `00-${TRACE}-${PARENT}-01-more`, false],
  ['upper-case digits', `00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  ['a trace ID of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, false],
  ['a parent ID of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
  ['a trace ID that is too short', `00-${TRACE.slice(1)}-${PARENT}-01`, false],
  ['a header that was sent twice', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, false],
])('readTrace decides whether to continue the trace for %s', (_name, header, isTaken) => {
  const { traceId, parentId, tracestate } = readTrace(header, 'vendor=a');
  expect(traceId === TRACE).toBe(isTaken);
  expect(parentId).toBe(isTaken ? PARENT : undefined);
  // A tracestate is meaningless without its trace.
  expect(tracestate).toBe(isTaken ? 'vendor=a' : undefined);
});

it('readTrace discards a tracestate of more than 512 characters', () => {
  expect(readTrace(`00-${TRACE}-${PARENT}-01`, 'a'.repeat(513)).tracestate).toBeUndefined();
});

it('readTrace returns a valid traceparent for any input', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), (header) => {
      const { traceparent, traceId, spanId } = readTrace(header, undefined);
      expect(readTrace(traceparent, undefined)).toMatchObject({ traceId, parentId: spanId, sampled: true });
    }),
  );
});
