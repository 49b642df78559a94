import { HttpError } from '../errors/http-error.ts';
import { problemOf } from '../errors/problem.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { cutPath } from '../table/request-path.ts';

/**
 * Answers with an error: an `HttpError` as it says, anything else as 500 that tells the client nothing. Never throws: an
 * error that cannot be written, and a logger that fails, end in a 500 or a broken-off response, not in the process.
 */
export function fail(exchange: Exchange, error: unknown): void {
  try {
    answer(exchange, error);
  } catch (second) {
    try {
      answer(exchange, second);
    } catch {
      exchange.answered = true;
      exchange.transport.abort();
    }
  }
}

function answer(exchange: Exchange, error: unknown): void {
  const { transport, toolkit } = exchange;
  const place = { method: exchange.method, path: cutPath(transport.target) };
  if (transport.gone) {
    exchange.answered = true;
    toolkit.logger.debug({ ...place, error }, 'the client went away');
    transport.abort();
    return;
  }
  const known = error instanceof HttpError ? error : undefined;
  if (known === undefined) toolkit.logger.error({ ...place, error }, 'a request failed');
  if (exchange.answered || exchange.openedResponse?.started) {
    if (known !== undefined)
      toolkit.logger.error({ ...place, error }, 'a request failed after its answer had begun');
    if (exchange.openedResponse?.ended !== true) transport.abort();
    exchange.answered = true;
    return;
  }
  answerProblem(exchange, known ?? new HttpError('internal-error'), place.path);
}

function answerProblem(exchange: Exchange, error: HttpError, path: string): void {
  const opened = exchange.openedResponse;
  if (opened !== undefined) for (const name of ABOUT_THE_BODY) opened.headers.delete(name);
  for (const [name, value] of Object.entries(error.headers ?? {})) exchange.response.headers.set(name, value);
  const body = JSON.stringify(problemOf(error, path));
  exchange.answer(error.status, 'application/problem+json', body);
}

/** Headers that a handler or filter set for another body than the one that is sent. */
const ABOUT_THE_BODY = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-range',
  'etag',
  'last-modified',
  'cache-control',
];
