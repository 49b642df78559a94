import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { negotiatorOf } from '../protocol/negotiate.ts';
import { isOneOf, parseMediaType } from '../protocol/content-type.ts';
import { UNTYPED_MEDIA } from '../binding/readers/untyped-body.ts';
import type { MediaPlan } from '../plan/media.ts';

/** A compiled {@link MediaPlan}. */
export interface MediaRules extends MediaPlan {
  /**
   * Whether the route consumes the body's media type, or there is no body. A body without Content-Type counts as
   * `application/octet-stream`.
   */
  readonly consumesBody: (exchange: Exchange) => boolean;
  /** Whether the client accepts a media type that the route produces. */
  readonly producesAccepted: (exchange: Exchange) => boolean;
}

export function compileMedia({ consumes, produces }: MediaPlan): MediaRules {
  const best = negotiatorOf(produces);
  return {
    consumes,
    produces,
    consumesBody: (exchange) => {
      if (consumes.length === 0 || !exchange.transport.hasBody) return true;
      const type = exchange.transport.header('content-type') || UNTYPED_MEDIA;
      return isOneOf(parseMediaType(type).essence, consumes);
    },
    producesAccepted: (exchange) =>
      produces.length === 0 || best(exchange.transport.header('accept')) !== undefined,
  };
}

/**
 * Throws 415 if the route does not consume the body's media type, and 406 if the client accepts none of the produced
 * types. Called before the body is read and the handler runs. Returns a promise, which rejects instead, only if the
 * route does not consume the body's type but the body may be empty.
 */
export function assertMediaType(rules: MediaRules, exchange: Exchange): void | Promise<void> {
  const isConsumed = rules.consumesBody(exchange) || exchange.body.isEmpty();
  if (typeof isConsumed !== 'boolean')
    return isConsumed.then((isEmpty) => checkMediaType(isEmpty, rules, exchange));
  checkMediaType(isConsumed, rules, exchange);
}

function checkMediaType(isConsumed: boolean, rules: MediaRules, exchange: Exchange): void {
  if (!isConsumed) throw unsupportedMediaType(rules.consumes);
  if (!rules.producesAccepted(exchange)) throw notAcceptable(rules.produces);
}

/** Whether the body has no Content-Type and may be empty. Every route accepts an empty body. */
export function mayBodyBeEmpty({ transport }: Exchange): boolean {
  return !transport.header('content-type') && !(Number(transport.header('content-length') ?? 0) > 0);
}

export function unsupportedMediaType(consumes: readonly string[]): HttpError {
  return new HttpError('unsupported-media-type', `this route consumes ${consumes.join(', ')}`);
}

export function notAcceptable(produces: readonly string[]): HttpError {
  return new HttpError('not-acceptable', `this route produces ${produces.join(', ')}`);
}
