import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTrace } from './trace.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it('readTrace continues the trace of the caller', () => {
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
  ['of a later version, with more behind', `cc-${TRACE}-${PARENT}-03-more`, true],
  ['with flags that are not known', `00-${TRACE}-${PARENT}-ff`, true],
  ['with spaces around', ` 00-${TRACE}-${PARENT}-01 `, true],
  ['none', undefined, false],
  ['nothing', '', false],
  ['of the version that is none', `ff-${TRACE}-${PARENT}-01`, false],
  ['with more behind', `00-${TRACE}-${PARENT}-01-more`, false],
  ['in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  ['of a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, false],
  ['of a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
  ['too short', `00-${TRACE.slice(1)}-${PARENT}-01`, false],
  ['sent twice', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, false],
])('readTrace starts a new trace for %s', (_name, header, isTaken) => {
  const { traceId, parentId, tracestate } = readTrace(header, 'vendor=a');
  expect(traceId === TRACE).toBe(isTaken);
  expect(parentId).toBe(isTaken ? PARENT : undefined);
  // Without the trace that it belongs to, a state means nothing.
  expect(tracestate).toBe(isTaken ? 'vendor=a' : undefined);
});

it('a tracestate of more than 512 characters is dropped', () => {
  expect(readTrace(`00-${TRACE}-${PARENT}-01`, 'a'.repeat(513)).tracestate).toBeUndefined();
});

it('the propagated headers are always valid', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), (header) => {
      const { traceparent, traceId, spanId } = readTrace(header, undefined);
      expect(readTrace(traceparent, undefined)).toMatchObject({ traceId, parentId: spanId, sampled: true });
    }),
  );
});
