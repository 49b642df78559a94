import { HttpError, RestResponse, RoutingContext } from '@writ/http';
import { isThenable, negotiate } from '@writ/http/kernel';
import { Controller } from '../controller.ts';
import { Content } from './content.ts';
import { isJsonType } from './media-type.ts';

/**
 * Converts the result of a handler to a value that the kernel writes. Strings become JSON too, unless a type is set.
 */
export type Respond = (context: RoutingContext, result: unknown) => unknown;

/**
 * Creates a responder. `type` is the media type of the extension in the class name; undefined without one. It applies
 * to results without their own type, and strings are then sent unchanged.
 */
export function createResponder(type: string | undefined): Respond {
  const respond: Respond = (context, result) => {
    if (typeof result === 'string') return respondText(context, result, type);
    if (typeof result !== 'object' || result === null) return respondPrimitive(context, result, type);
    if (isThenable(result)) return Promise.resolve(result).then((settled) => respond(context, settled));
    if (result instanceof Controller || result instanceof RoutingContext) {
      throw new TypeError('a handler must not return the controller or its context');
    }
    if (result instanceof Content) return respondContent(context, result);
    if (result instanceof Uint8Array)
      return withContentType(context, result, type ?? 'application/octet-stream');
    if (result instanceof Blob) return respondBlob(context, result, type);
    return withContentType(context, result, type);
  };
  return respond;
}

/** Returns a primitive, which the kernel writes as JSON, or the string to send instead: an empty string for null. */
function respondPrimitive(context: RoutingContext, result: unknown, type: string | undefined): unknown {
  if (result === undefined || !isSentAsText(context, type)) return withContentType(context, result, type);
  return withContentType(context, result === null ? '' : String(result), type);
}

/**
 * Whether a primitive is sent as a plain string: the class name has an extension, and neither its type nor a type that
 * the handler has set is a JSON type.
 */
function isSentAsText({ response }: RoutingContext, type: string | undefined): type is string {
  return type !== undefined && !isJsonType(type) && !isJsonType(response.headers.get('content-type') ?? '');
}

/** Sends a string as JSON, unless the class name has an extension or the handler has set a type that is not JSON. */
function respondText(context: RoutingContext, body: string, type: string | undefined): unknown {
  const set = context.response.headers.get('content-type');
  if (type !== undefined || (set !== undefined && !isJsonType(set)))
    return withContentType(context, body, type);
  if (set === undefined) assertJsonAccepted(context);
  return withContentType(context, context.toolkit.json.stringify(body), JSON_TYPE);
}

/**
 * Throws an error with status 406 if the client does not accept JSON. For other values without a Content-Type, the
 * kernel performs this check.
 */
function assertJsonAccepted({ request }: RoutingContext): void {
  const accept = request.headers.get('accept');
  if (accept === undefined || negotiate(accept, [JSON_TYPE]) !== undefined) return;
  throw new HttpError('not-acceptable', `this route produces ${JSON_TYPE}`);
}

const JSON_TYPE = 'application/json';

/** Sets the content type unless the handler or the result has set a content type. */
function withContentType(context: RoutingContext, result: unknown, type: string | undefined): unknown {
  if (
    type === undefined ||
    result === undefined ||
    result instanceof Response ||
    result instanceof RestResponse
  ) {
    return result;
  }
  const { headers } = context.response;
  if (!headers.has('content-type')) headers.set('content-type', type);
  return result;
}

function respondContent({ response }: RoutingContext, { body, type, status, headers }: Content): unknown {
  response.headers.set('content-type', type);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (status !== undefined) response.status = status;
  return body;
}

function respondBlob(context: RoutingContext, blob: Blob, type: string | undefined): unknown {
  context.response.headers.set('content-length', String(blob.size));
  return withContentType(context, blob.stream(), blob.type || type || 'application/octet-stream');
}
