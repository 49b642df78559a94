import type { Exchange } from '../exchange/exchange.ts';
import { declaredHeaders, type DeclaredHeaders } from '../protocol/response-headers.ts';
import type { Route } from '../contract/route.ts';
import type { Scoped } from '../contract/scoped.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { mediaTypeSelector, resolveOffers, type SelectMediaType } from './offers.ts';
import { byValueWriter, defaultTypeOf, writeAs } from './built-in.ts';
import { CHARSETS, unknownCharset } from '../protocol/charset.ts';
import { isStreamed } from './result-forms.ts';
import { planOrReport, writeWith, type PlannedWriter } from './planned-writer.ts';
import { triesFor, writersFor } from './resolve-writers.ts';
import { resultWriter } from './write.ts';
import { writerIndex } from './writer-index.ts';
import type { WriterPlan, WriterTry } from './writer-plan.ts';
import type { Write } from '../exchange/exchange-plan.ts';

/** Compiles writer plans. Routes that share a plan also share its compiled writer. */
export class WriterCompiler {
  readonly #report: (finding: Finding) => void;
  readonly #planned = new Map<WriterTry['writer'], PlannedWriter | undefined>();
  readonly #compiled = new Map<WriterPlan, Write>();

  constructor(report: (finding: Finding) => void) {
    this.#report = report;
  }

  /** Compiles a plan. `route` is undefined for the plan for unmatched requests. */
  compile(route: Route | undefined, plan: WriterPlan): Write {
    // A writer that the route declares may support charsets that the built-in writers do not support.
    if (route !== undefined && plan.own === undefined) checkCharsets(route, this.#report);
    let write = this.#compiled.get(plan);
    if (write === undefined) {
      write = resultWriter(this.#writeEntity(plan));
      this.#compiled.set(plan, write);
    }
    return write;
  }

  #writeEntity(plan: WriterPlan): Write {
    const own = plan.own && this.#prepare(plan.own.value);
    if (own !== undefined) return ownWriter(own, plan.offers);
    const { typed, byMedia, general } = plan.registered;
    const all = [...typed, ...byMedia.flat(), ...(general === undefined ? [] : [general])];
    const isRight = all.filter(({ value }) => this.#prepare(value) !== undefined).length === all.length;
    return all.length === 0 || !isRight
      ? builtInWriter(plan.offers)
      : selectedWriter(plan, (each) => this.#prepare(each.writer)!);
  }

  /** Prepares a writer. If the writer is invalid, reports it once and returns undefined. */
  #prepare(writer: WriterTry['writer']): PlannedWriter | undefined {
    if (!this.#planned.has(writer)) this.#planned.set(writer, planOrReport(writer, this.#report));
    return this.#planned.get(writer);
  }
}

function checkCharsets(route: Route, report: (finding: Finding) => void): void {
  for (const type of resolveOffers(route.produces) ?? []) {
    const charset = unknownCharset(type);
    if (charset === undefined) continue;
    const message = `${routeName(route)} cannot send results as ${type}: unknown charset ${charset}`;
    const hint = `use one of ${CHARSETS}, or set a writer`;
    report({ rule: 'media-type', message, hint, origin: route.origin });
  }
}

function ownWriter(own: PlannedWriter, offers: readonly string[] | undefined): Write {
  const typeOf = declaredType(offers);
  return (exchange, result) => writeWith(own, exchange, result, typeOf(exchange));
}

function builtInWriter(offers: readonly string[] | undefined): Write {
  if (offers === undefined) return byValueWriter();
  const typeOf = declaredType(offers);
  const writeAsType = writersAs(offers);
  return (exchange, result) => writeAsType(typeOf(exchange)!)(exchange, result);
}

type PrepareWriter = (each: WriterTry) => PlannedWriter;

function selectedWriter(plan: WriterPlan, prepare: PrepareWriter): Write {
  const { offers, tries, registered } = plan;
  if (offers === undefined) return selectedWriterByValue(plan, prepare);
  const typeOf = declaredType(offers);
  const writeAsType = writersAs(offers);
  const indexFor = memoizeByType((type) => {
    const all = offers.includes(type) ? tries : writersFor([type], registered);
    return writerIndex(triesFor(all, type), prepare);
  });
  return (exchange, result) => {
    const type = typeOf(exchange)!;
    const writer = indexFor(type)(result);
    return writer === undefined
      ? writeAsType(type)(exchange, result)
      : writeWith(writer, exchange, result, type);
  };
}

/**
 * Creates a function that chooses the writer for routes that declare no media types. The Content-Type depends on the
 * handler or the result.
 */
function selectedWriterByValue({ tries, registered }: WriterPlan, prepare: PrepareWriter): Write {
  const byValue = byValueWriter();
  const indexFor = memoizeByType((type) =>
    writerIndex(triesFor(writersFor([type], registered), type), prepare),
  );
  const forClass = writerIndex(
    tries.filter(({ types }) => types !== undefined),
    prepare,
  );
  const others = tries.filter(({ types }) => types === undefined);
  const general = others.find((each) => each.general);
  const generalWriter = general && prepare(general);
  const mediaTries = others.filter((each) => each !== general);
  const forMedia = memoizeByType((type) => {
    const [first] = triesFor(mediaTries, type);
    return first && prepare(first);
  });
  return (exchange, result) => {
    const set = exchange.openedResponse?.headers.get('content-type');
    if (set !== undefined) {
      const writer = indexFor(set)(result);
      return writer === undefined ? byValue(exchange, result) : writeWith(writer, exchange, result, set);
    }
    const typed = forClass(result);
    if (typed !== undefined) return writeWith(typed, exchange, result, undefined);
    const type = defaultTypeOf(result);
    const media = forMedia(type);
    if (media !== undefined) {
      mediaTypeSelector([type])(exchange);
      return writeWith(media, exchange, result, type);
    }
    return generalWriter === undefined || isStreamed(result)
      ? byValue(exchange, result)
      : writeWith(generalWriter, exchange, result, undefined);
  };
}

/**
 * Caches values by media type. The number of values is limited, because handlers can create media types at run time.
 */
function memoizeByType<T>(find: (type: string) => T): (type: string) => T {
  const known = new Map<string, T>();
  return (type) => {
    if (known.has(type)) return known.get(type) as T;
    const found = find(type);
    if (known.size < 64) known.set(type, found);
    return found;
  };
}

/**
 * Creates a function that returns the Content-Type that the handler or declared headers have set, and otherwise the
 * offer that Accept prefers; undefined if there are no offers.
 */
function declaredType(offers: readonly string[] | undefined): (exchange: Exchange) => string | undefined {
  const choose: SelectMediaType | undefined = offers && mediaTypeSelector(offers);
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

/** Compiles the headers that the scopes of a route declare. If they are invalid, reports them and returns undefined. */
export function compileHeaders(
  route: Route,
  headers: readonly Scoped<readonly [name: string, value: string]>[],
  report: (finding: Finding) => void,
): DeclaredHeaders | undefined {
  if (headers.length === 0) return undefined;
  try {
    return declaredHeaders(headers.map(({ value }) => value));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `${routeName(route)}: ${error.message}`;
    report({ rule: 'header-name', message, origin: route.origin });
    return undefined;
  }
}

/**
 * Returns a function that sets the declared headers before it performs the route, so that error responses also contain
 * them.
 */
export function withDeclaredHeaders(
  headers: DeclaredHeaders | undefined,
  perform: (exchange: Exchange) => unknown,
): (exchange: Exchange) => unknown {
  if (headers === undefined) return perform;
  return (exchange) => {
    exchange.response.headers.declare(headers);
    return perform(exchange);
  };
}
