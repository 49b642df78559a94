import type { ToolkitContext } from '../contract/toolkit-context.ts';
import { Exchange } from '../exchange/exchange.ts';
import { isThenable } from '../internal/thenable.ts';
import type { CompiledRouter } from '../pipeline/compiled-route.ts';
import { INVALID_VALUE } from '../pipeline/direct-routes.ts';
import { respond, respondFailure, respondResult } from '../pipeline/run.ts';
import { readPath, type RequestPath } from '../protocol/request-path.ts';
import { valuesOf, type Found } from '../routing/lookup.ts';
import { formOf, type BodyForm } from '../writing/body-forms.ts';
import { toJson } from '../writing/result-forms.ts';
import type { Deadlines } from './deadlines.ts';
import { createResponseOfType } from './fetch-response.ts';
import { FetchTransport, targetOf } from './fetch-transport.ts';

/** The router that answers the requests. */
interface Host {
  readonly toolkit: ToolkitContext;
  handle(transport: FetchTransport): unknown;
}

/**
 * Answers GET requests to direct routes (see `DirectRoute`) without a transport and an exchange, which take a
 * considerable part of the time of a short request on Bun and Deno (docs/performance.md). Continues with an exchange if
 * the handler is asynchronous, throws an error, or returns another result than a string or plain data.
 */
export class DirectFetch {
  readonly #host: Host;
  readonly #deadlines: Deadlines;

  constructor(host: Host, deadlines: Deadlines) {
    this.#host = host;
    this.#deadlines = deadlines;
  }

  /** Answers a request. Returns undefined if it is not a GET request, or if the table contains no route for it. */
  answer(request: Request, compiled: CompiledRouter): Promise<Response> | undefined {
    if (request.method !== 'GET' || compiled.table.routes.length === 0) return undefined;
    const path = validPath(request.url);
    const found = path && compiled.table.find('GET', path);
    if (found === undefined) return undefined;
    const direct = found.picks === undefined ? null : compiled.direct.at(found.position);
    const accept = direct && request.headers.get('accept');
    if (direct === null || !isTypeAccepted(direct.forms.declared, accept))
      return this.#answerWithExchange(request, compiled, path!, found);
    const { compiled: plan, forms } = direct;
    const { watchdog } = this.#host.toolkit;
    const since = watchdog.enter();
    let result: unknown;
    try {
      result = direct.call(path!, found.picks!);
      watchdog.leave(plan.route, since);
    } catch (error) {
      watchdog.leave(plan.route, since);
      const exchange = this.#open(request, compiled, path!, found);
      void respondFailure(plan, exchange, error);
      return exchange.transport.response;
    }
    if (result === INVALID_VALUE) return this.#answerWithExchange(request, compiled, path!, found);
    const form = isThenable(result) ? undefined : formOf(forms, result);
    if (form !== undefined && (forms.declared !== undefined || isTypeAccepted(form.contentType, accept))) {
      const body = this.#serialize(form, result);
      if (body !== undefined) return Promise.resolve(createResponseOfType(body, form.contentType));
    }
    const exchange = this.#open(request, compiled, path!, found);
    void respondResult(plan, exchange, result);
    return exchange.transport.response;
  }

  #answerWithExchange(
    request: Request,
    compiled: CompiledRouter,
    path: RequestPath,
    found: Found,
  ): Promise<Response> {
    const exchange = this.#open(request, compiled, path, found);
    respond(exchange, compiled);
    return exchange.transport.response;
  }

  /** Serializes a result. Returns undefined if this fails; the exchange then responds to the error. */
  #serialize({ isJson }: BodyForm, result: unknown): string | undefined {
    if (!isJson) return result as string;
    try {
      return toJson(this.#host.toolkit.json, result);
    } catch {
      return undefined;
    }
  }

  #open(
    request: Request,
    compiled: CompiledRouter,
    path: RequestPath,
    found: Found,
  ): Exchange & { readonly transport: FetchTransport } {
    const transport = new FetchTransport(request, this.#deadlines);
    const exchange = new Exchange(transport, compiled, this.#host);
    exchange.match = { route: found.entry.route, values: valuesOf(found, path), position: found.position };
    return exchange as Exchange & { readonly transport: FetchTransport };
  }
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
