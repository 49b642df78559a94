import { parseJsonBody } from '../binding/readers/body-reader.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import type { CompiledRouter } from '../pipeline/compiled-route.ts';
import { InvalidArguments, NEEDS_EXCHANGE, type DirectRoute } from '../pipeline/direct-routes.ts';
import { respond, respondFailure, respondResult } from '../pipeline/run.ts';
import { readPath, type RequestPath } from '../protocol/request-path.ts';
import { valuesOf, type Found } from '../routing/lookup.ts';
import { ABSENT } from '../types/converter.ts';
import { Failure } from '../types/failure.ts';
import { formOf } from '../writing/body-forms.ts';
import { JSON_TYPE } from '../writing/encodings.ts';
import { toJsonOfRoute } from '../writing/result-forms.ts';
import type { Deadlines } from './deadlines.ts';
import { createResponseOfType } from './fetch-response.ts';
import { FetchTransport, IS_WORKER, targetOf } from './fetch-transport.ts';
import { readWholeBody } from './whole-body.ts';

/** The router that answers the requests. */
interface Host {
  readonly toolkit: ToolkitContext;
  handle(transport: FetchTransport): unknown;
}

/** A request whose path a route of the table matches. */
interface Matched {
  readonly request: Request;
  readonly compiled: CompiledRouter;
  readonly path: RequestPath;
  readonly found: Found;
}

type FetchExchange = Exchange & { readonly transport: FetchTransport };

/**
 * Answers requests to direct routes (see `DirectRoute`) without a transport and an exchange, which take a considerable
 * part of the time of a short request on Bun and Deno (docs/performance.md). Continues with an exchange if the handler
 * is asynchronous, throws an error, or returns another result than a string or plain data.
 */
export class DirectFetch {
  readonly #host: Host;
  readonly #deadlines: Deadlines;

  constructor(host: Host, deadlines: Deadlines) {
    this.#host = host;
    this.#deadlines = deadlines;
  }

  /** Answers a request. Returns undefined if no route of the table matches it. */
  answer(request: Request, compiled: CompiledRouter): Promise<Response> | undefined {
    if (compiled.table.routes.length === 0) return undefined;
    const path = validPath(request.url);
    const found = path && compiled.table.find(request.method, path);
    if (found === undefined) return undefined;
    const direct = found.picks === undefined ? null : compiled.direct.at(found.position);
    const accept = direct && request.headers.get('accept');
    if (
      direct === null ||
      !isTypeAccepted(direct.forms.declared, accept) ||
      !hasSuitableBody(request, direct)
    )
      return this.#answerWithExchange({ request, compiled, path: path!, found });
    if (direct.convertBody !== undefined)
      return this.#readAndCall({ request, compiled, path: path!, found }, direct, accept);
    const outcome = this.#call(direct, path!, found, accept, undefined);
    return outcome instanceof Unfinished
      ? this.#continue({ request, compiled, path: path!, found }, direct, outcome)
      : Promise.resolve(outcome);
  }

  /** Calls the handler, and creates the response if this needs no exchange. Never throws. */
  #call(
    direct: DirectRoute,
    path: RequestPath,
    found: Found,
    accept: string | null,
    body: unknown,
  ): Response | Unfinished {
    const { watchdog } = this.#host.toolkit;
    const { route } = direct.compiled;
    const since = watchdog.enter();
    let result: unknown;
    try {
      result = direct.call(path, found.picks!, body);
    } catch (error) {
      watchdog.leave(route, since);
      return new Unfinished(error, true);
    }
    watchdog.leave(route, since);
    try {
      return this.#toResponse(direct, accept, result) ?? new Unfinished(result, false);
    } catch (error) {
      return new Unfinished(error, true);
    }
  }

  /** Returns undefined if the response needs an exchange. */
  #toResponse(
    { forms, compiled }: DirectRoute,
    accept: string | null,
    result: unknown,
  ): Response | undefined {
    const form = isThenable(result) ? undefined : formOf(forms, result);
    if (form === undefined) return undefined;
    if (forms.declared === undefined && !isTypeAccepted(form.contentType, accept)) return undefined;
    const body: unknown = form.isJson
      ? toJsonOfRoute(this.#host.toolkit.json, compiled.route, result)
      : result;
    // A custom mapper may return another value.
    return typeof body === 'string' ? createResponseOfType(body, form.contentType) : undefined;
  }

  #continue(
    matched: Matched,
    { compiled: plan }: DirectRoute,
    { value, isError }: Unfinished,
    bytes?: Uint8Array,
  ): Promise<Response> {
    if (value === NEEDS_EXCHANGE) return this.#answerWithExchange(matched, bytes);
    const exchange = this.#open(matched, bytes);
    if (isError) void respondFailure(plan, exchange, value);
    else if (value instanceof InvalidArguments) void respondFailure(plan, exchange, value.report(exchange));
    else void respondResult(plan, exchange, value);
    return exchange.transport.response;
  }

  #readAndCall(matched: Matched, direct: DirectRoute, accept: string | null): Promise<Response> {
    const { body: limit, bodyTime: time } = direct.compiled.limits;
    let isGone = false;
    return readWholeBody(matched.request, limit, time, this.#deadlines, () => (isGone = true)).then(
      (bytes) => this.#callWithBody(matched, direct, accept, bytes),
      (error: unknown) => {
        const failed = Promise.reject<Uint8Array>(error as Error);
        // Avoids an unhandled rejection if no exception handler reads the body.
        failed.catch(() => {});
        const exchange = this.#open(matched, failed);
        if (isGone) exchange.transport.disconnect();
        void respondFailure(direct.compiled, exchange, error);
        return exchange.transport.response;
      },
    );
  }

  #callWithBody(
    matched: Matched,
    direct: DirectRoute,
    accept: string | null,
    bytes: Uint8Array,
  ): Response | Promise<Response> {
    let body: unknown;
    try {
      body = parseJsonBody(bytes, undefined, this.#host.toolkit.json);
      if (body === ABSENT) return this.#answerWithExchange(matched, bytes);
      if (!(body instanceof Failure)) body = direct.convertBody!(body);
    } catch (error) {
      return this.#continue(matched, direct, new Unfinished(error, true), bytes);
    }
    const outcome = this.#call(direct, matched.path, matched.found, accept, body);
    return outcome instanceof Unfinished ? this.#continue(matched, direct, outcome, bytes) : outcome;
  }

  #answerWithExchange(matched: Matched, bytes?: Uint8Array): Promise<Response> {
    const exchange = this.#open(matched, bytes);
    respond(exchange, matched.compiled);
    return exchange.transport.response;
  }

  /** @param bytes the body, if it has been read */
  #open(
    { request, compiled, path, found }: Matched,
    bytes?: Uint8Array | Promise<Uint8Array>,
  ): FetchExchange {
    const transport = new FetchTransport(request, this.#deadlines);
    const exchange = new Exchange(transport, compiled, this.#host) as FetchExchange;
    exchange.match = { route: found.entry.route, values: valuesOf(found, path), position: found.position };
    if (bytes !== undefined) exchange.setBody(bytes);
    return exchange;
  }
}

/** The result or the error of a handler, or the reason why it was not called, that needs an exchange. */
class Unfinished {
  readonly value: unknown;
  readonly isError: boolean;

  constructor(value: unknown, isError: boolean) {
    this.value = value;
    this.isError = isError;
  }
}

/**
 * Whether a request has no body, as GET requests do, or the JSON body that the handler takes, which must not be encoded
 * or too large, and whose length must be known.
 */
function hasSuitableBody(request: Request, { convertBody, compiled: { limits } }: DirectRoute): boolean {
  const { method } = request;
  if (convertBody === undefined) return method === 'GET';
  if (IS_WORKER || method === 'GET' || method === 'HEAD') return false;
  const { headers } = request;
  const length = Number(headers.get('content-length') ?? NaN);
  return (
    length > 0 &&
    length <= limits.body &&
    headers.get('content-type') === JSON_TYPE &&
    headers.get('content-encoding') === null &&
    // Last, because Deno does not close the connection of a body that is not read if this property was read.
    !request.bodyUsed
  );
}

/** Returns the path of a URL; undefined if it is invalid or too long. */
function validPath(url: string): RequestPath | undefined {
  try {
    return readPath(targetOf(url));
  } catch {
    return undefined;
  }
}

/** Whether an Accept header certainly accepts a media type, where undefined means any type. Does not parse the header. */
function isTypeAccepted(type: string | undefined, accept: string | null): boolean {
  return type === undefined || accept === null || accept === '*/*' || accept === type;
}
