import {
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traces,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api';
import type { RequestHeaders } from '../../contract/http-request.ts';
import type { Trace } from '../../contract/trace.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { RequestMessage } from '../../observe/request-events.ts';
import { errorTypeOf, methodOf } from '../request-attributes.ts';

/** The span of one request. */
export class RequestSpan {
  /** The context in which the request is handled. */
  readonly context: Context;
  readonly #span: Span;

  /** Starts the span as a child of the caller's span, and sets it as the request's trace. */
  constructor(tracer: Tracer, message: RequestMessage) {
    const caller = propagation.extract(ROOT_CONTEXT, message.context.request.headers, HEADERS);
    const options = { kind: SpanKind.SERVER, attributes: requestAttributes(message) };
    this.#span = tracer.startSpan(spanName(message), options, caller);
    this.context = traces.setSpan(caller, this.#span);
    const own = this.#span.spanContext();
    // Without an SDK, the span is invalid, so the trace that the kernel created remains.
    if (isSpanContextValid(own)) message.trace = toTrace(own, traces.getSpanContext(caller));
  }

  end(message: RequestMessage): void {
    const { route, status, error } = message;
    const span = this.#span;
    const errorType = errorTypeOf(message);
    span.updateName(spanName(message));
    if (route !== undefined) span.setAttribute('http.route', route.path);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (error instanceof HttpError) span.setAttribute('writ.problem.code', error.code);
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
    }
    span.end();
  }
}

const HEADERS: TextMapGetter<RequestHeaders> = {
  get: (headers, name) => headers.get(name),
  keys: (headers) => Array.from(headers, ([name]) => name),
};

/** Returns the method and the pattern of the route, as in `GET /notes/{id}`, so that the number of names is bounded. */
function spanName(message: RequestMessage): string {
  const known = methodOf(message);
  const method = known === '_OTHER' ? 'HTTP' : known;
  return message.route === undefined ? method : `${method} ${message.route.path}`;
}

/** Returns the attributes that are known at the start. The query is omitted, because it may contain secrets. */
function requestAttributes(message: RequestMessage): Attributes {
  const { request } = message.context;
  const { protocol, hostname, port } = request.url;
  const scheme = protocol.slice(0, -1);
  const method = methodOf(message);
  const userAgent = request.headers.get('user-agent');
  return {
    'http.request.method': method,
    ...(method !== message.method && { 'http.request.method_original': message.method }),
    'url.scheme': scheme,
    'url.path': message.path,
    'server.address': hostname,
    'server.port': port === '' ? DEFAULT_PORTS[scheme] : Number(port),
    ...(request.remoteAddress !== undefined && { 'client.address': request.remoteAddress }),
    ...(userAgent !== undefined && { 'user_agent.original': userAgent }),
  };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

function toTrace({ traceId, spanId, traceFlags, traceState }: SpanContext, caller?: SpanContext): Trace {
  const flags = traceFlags.toString(16).padStart(2, '0');
  return {
    traceId,
    spanId,
    parentId: caller?.spanId,
    sampled: (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED,
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    tracestate: traceState?.serialize(),
  };
}
