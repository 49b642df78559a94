import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Write } from '../exchange/exchange-plan.ts';
import { isThenable } from '../internal/thenable.ts';
import { EventStream, writeEvents } from './server-sent-events.ts';
import { isPlainObject } from './result-forms.ts';
import { writeResponse } from './web-response.ts';
import { ProtocolSwitch } from '../contract/protocol-switch.ts';
import { RestResponse } from '../exchange/rest-response.ts';
import { releaseUnsent } from './release-unsent.ts';

/** Creates a function that writes responses and event streams, and passes other results to `writeEntity`. */
export function resultWriter(writeEntity: Write): Write {
  return (exchange, result) => {
    if (typeof result !== 'object' || result === null || isPlainObject(result))
      return writeEntity(exchange, result);
    return releasingOnError(result, () => writeObject(exchange, result, writeEntity));
  };
}

/** Calls `write`, and releases the result if it cannot be sent. */
function releasingOnError(result: object, write: () => void | Promise<void>): void | Promise<void> {
  try {
    const pending = write();
    if (pending === undefined) return undefined;
    return pending.catch((error: unknown) => {
      releaseUnsent(result);
      throw error;
    });
  } catch (error) {
    releaseUnsent(result);
    throw error;
  }
}

function writeObject(exchange: Exchange, result: object, writeEntity: Write): void | Promise<void> {
  if (result instanceof RestResponse) return writeRest(exchange, result, writeEntity);
  if (result instanceof EventStream) return writeEvents(exchange, result);
  if (result instanceof Response) return writeResponse(exchange, result);
  if (result instanceof ProtocolSwitch) return switchProtocol(exchange, result);
  // The error is thrown, because it would have a success status if it were sent as a result.
  if (result instanceof HttpError) throw result;
  return writeEntity(exchange, result);
}

/** Passes the connection to the result, which sends the response with status 101. */
function switchProtocol(exchange: Exchange, result: ProtocolSwitch): void {
  const { upgrade } = exchange.transport;
  if (upgrade === undefined) {
    throw new HttpError('not-implemented', `this server cannot upgrade connections to ${result.protocol}`);
  }
  const start = result.prepare(upgrade, exchange.openedResponse?.headers.flat() ?? []);
  exchange.move('answer');
  exchange.onBeforeEnd(101);
  start(exchange);
}

function writeRest(exchange: Exchange, result: RestResponse, writeEntity: Write): void | Promise<void> {
  const { response } = exchange;
  const { body, status, headers } = result;
  response.status = status;
  for (const [name, value] of Object.entries(headers)) {
    // Cookies are appended, because filters may also have set cookies.
    if (typeof value === 'string' && name.toLowerCase() !== 'set-cookie') response.headers.set(name, value);
    else for (const each of typeof value === 'string' ? [value] : value) response.headers.append(name, each);
  }
  if (isThenable(body)) return writeLater(exchange, body, writeEntity);
  return writeBody(exchange, body, writeEntity);
}

async function writeLater(exchange: Exchange, body: PromiseLike<unknown>, writeEntity: Write): Promise<void> {
  await writeBody(exchange, await body, writeEntity);
}

function writeBody(exchange: Exchange, body: unknown, writeEntity: Write): void | Promise<void> {
  if (body === undefined) return exchange.answer(exchange.response.status, undefined, undefined);
  return resultWriter(writeEntity)(exchange, body);
}
