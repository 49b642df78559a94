import type { Exchange } from '../exchange/exchange.ts';
import { declaredHeaders, type DeclaredHeaders } from '../protocol/response-headers.ts';
import type { Route } from '../contract/route.ts';
import { nameOf, type Finding } from '../report/findings.ts';
import { chooser, essenceOf, isJsonType, offersOf, type Choose } from './accept.ts';
import { byValueWriter, defaultTypeOf, writeAs } from './built-in.ts';
import { CHARSETS, unknownCharset } from '../protocol/charset.ts';
import { isParted } from './forms.ts';
import { plannedOrReported, writes, writeWith, type PlannedWriter } from './planned-writer.ts';
import type { Shelf } from './shelf.ts';
import { resultWriter } from './write.ts';
import type { Write } from '../exchange/exchange-plan.ts';

/** How a route's results become responses. */
export interface RouteWriter {
  readonly write: Write;
  /** Sent with whatever the route answers. */
  readonly headers: DeclaredHeaders | undefined;
}

/**
 * The writer of the route's narrowest scope; else, for each result, the one registered for its type, for its media type,
 * or for anything; else the built-in one. Undefined stands for requests that no route answers.
 */
export function writerOf(
  route: Route | undefined,
  shelf: Shelf,
  report: (finding: Finding) => void,
): RouteWriter {
  const declared = offersOf(route?.produces);
  const named = route?.scopes?.findLast(({ writer }) => writer !== undefined)?.writer;
  const [own] = named === undefined ? [] : plannedOrReported(named, report);
  const offers = own === undefined ? declared : offersWith(own, declared);
  if (route !== undefined && own === undefined) checkCharsets(route, declared ?? [], report);
  const writeEntity =
    own !== undefined ? ownWriter(own, offers) : shelf.isEmpty ? builtIn(offers) : selected(shelf, offers);
  return { write: resultWriter(writeEntity), headers: route && headersOf(route, report) };
}

/** A writer of the route's own may know more charsets. */
function checkCharsets(route: Route, declared: readonly string[], report: (finding: Finding) => void): void {
  for (const type of declared) {
    const charset = unknownCharset(type);
    if (charset === undefined) continue;
    const message = `${nameOf(route)}: results cannot be sent as ${type}: ${charset} is unknown`;
    const hint = `name one of ${CHARSETS}, or a writer of its own`;
    report({ code: 'W2011', severity: 'error', message, hint, origin: route.origin });
  }
}

/** Of what the route declares, what the writer writes; a writer of none of it sends its own, whatever Accept says. */
function offersWith(
  own: PlannedWriter,
  declared: readonly string[] | undefined,
): readonly string[] | undefined {
  const common = declared?.filter((each) => writes(own, essenceOf(each))) ?? [];
  return common.length > 0 ? common : (declared ?? own.offers);
}

function ownWriter(own: PlannedWriter, offers: readonly string[] | undefined): Write {
  const typeOf = declaredType(offers);
  return (exchange, result) => writeWith(own, exchange, result, typeOf(exchange));
}

function builtIn(offers: readonly string[] | undefined): Write {
  if (offers === undefined) return byValueWriter();
  const typeOf = declaredType(offers);
  const as = writersAs(offers);
  return (exchange, result) => as(typeOf(exchange)!)(exchange, result);
}

function selected(shelf: Shelf, offers: readonly string[] | undefined): Write {
  const typeOf = declaredType(offers);
  const as = offers && writersAs(offers);
  const byValue = byValueWriter();
  return (exchange, result) => {
    const declared = typeOf(exchange);
    const essence = declared && essenceOf(declared);
    const forType = shelf.forType(result, essence);
    if (forType !== undefined) return writeWith(forType, exchange, result, declared);
    const type = declared ?? defaultTypeOf(result);
    const forMedia = shelf.forMedia(essence ?? essenceOf(type));
    if (forMedia !== undefined) {
      if (declared === undefined) chooser([type])(exchange);
      return writeWith(forMedia, exchange, result, type);
    }
    if (shelf.general !== undefined && !isParted(result) && !(declared && isJsonType(declared))) {
      return writeWith(shelf.general, exchange, result, declared);
    }
    return as === undefined ? byValue(exchange, result) : as(type)(exchange, result);
  };
}

/** The Content-Type that is set already, by the handler or its route's headers; else the one that Accept chooses. */
function declaredType(offers: readonly string[] | undefined): (exchange: Exchange) => string | undefined {
  const choose: Choose | undefined = offers && chooser(offers);
  const varies = offers !== undefined && offers.length > 1;
  return (exchange) => {
    const set = exchange.openedResponse?.headers.get('content-type');
    if (set !== undefined || choose === undefined) return set;
    if (varies) exchange.response.headers.vary('accept');
    return choose(exchange);
  };
}

function writersAs(offers: readonly string[]): (contentType: string) => Write {
  const known = new Map(offers.map((each) => [each, writeAs(each)]));
  return (contentType) => known.get(contentType) ?? writeAs(contentType);
}

function headersOf(route: Route, report: (finding: Finding) => void): DeclaredHeaders | undefined {
  try {
    return declaredHeaders(...(route.scopes ?? []).map(({ headers }) => headers));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `${nameOf(route)}: ${error.message}`;
    report({ code: 'W2012', severity: 'error', message, origin: route.origin });
    return undefined;
  }
}

/** Declares the headers before anything of the route runs, so that its failures carry them too. */
export function declaring(
  headers: DeclaredHeaders | undefined,
  perform: (exchange: Exchange) => unknown,
): (exchange: Exchange) => unknown {
  if (headers === undefined) return perform;
  return (exchange) => {
    exchange.response.headers.declare(headers);
    return perform(exchange);
  };
}
