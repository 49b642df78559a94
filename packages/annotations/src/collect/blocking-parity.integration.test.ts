/** A class responds identically with and without `@Blocking`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-parity-'));
afterAll(() => rmSync(folder, { recursive: true }));
symlinkSync(
  fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
  join(folder, 'node_modules'),
);

const shared = `
import { HttpError } from '@writ/http';
export class AppError extends Error { name = 'AppError'; constructor(message: string, readonly fields: object, options?: ErrorOptions) { super(message, options); } get summary() { return this.name + ': ' + this.message; } }
export class SubError extends AppError { name = 'SubError'; at = new Date(0); }
export class Conflict extends HttpError { constructor(readonly key: string) { super('conflict', { detail: key + ' exists', extensions: { key }, headers: { 'x-key': key } }); } }
export class Teapot extends HttpError { constructor() { super(418, { detail: 'short', headers: { 'x-tea': 'green' } }); } }
export class NotFound extends Error {}
export class Money { constructor(readonly amount: number, readonly unit: string) {} text() { return this.amount + ' ' + this.unit; } toJSON() { return { money: this.text() }; } }
export class Euro extends Money { constructor(amount: number) { super(amount, 'EUR'); } text() { return '€' + this.amount; } }
export class Nested { label!: string; shout() { return this.label.toUpperCase(); } }
export class Total { constructor(readonly sum: number) {} }
`;

/** A second class with the name NotFound. */
const other = `export class NotFound extends Error {}`;

const work = (path: string, blocking: string): string =>
  `
import { AggregateErrorKinds, BeanParam, Blocking, BodyParam, CatchWith, GET, handle, Path, POST, Produces, QueryParam, RequestReader, ResponseWriter } from './annotations.ts';
import { RestResponse, HttpError, int, isoDate, optional } from '@writ/http';
import { AppError, Conflict, Euro, Money, Nested, NotFound, SubError, Teapot, Total } from './shared.ts';
import * as other from './other.ts';

class Own extends Error { constructor(message: string, readonly count: number) { super(message); } twice() { return this.count * 2; } }
class OwnBelow extends Own {}
class Unknown extends Error { name = 'Unknown'; }
class Hidden extends AppError {}
class Private extends AppError { #secret = 1; show() { return this.#secret; } }
class Note { title!: string; count = 0; get long() { return this.title + '!'; } }
class Checked { static schema = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: any) => typeof value.n === 'number' ? { value } : { issues: [{ message: 'must be a number', path: ['n'] }] } } }; n!: number; double() { return this.n * 2; } }
class Page { @QueryParam('page', int) page!: number; @QueryParam('since', optional(isoDate)) since?: Date; next() { return this.page + 1; } }
class Outer { constructor(readonly nested: Nested, readonly all: Nested[]) {} read() { return [this.nested.shout(), this.all.map((each) => each.shout())]; } }
class OuterReader { static readonly type = Outer; read(text: string) { const make = (label: string) => Object.assign(new Nested(), { label }); return new Outer(make(text), text.split(',').map(make)); } }
class Shown { constructor(readonly a: number) {} toJSON() { return { shown: this.a }; } }
class Flat { x = 1; y = [new Date(0)]; }
class TotalWriter { static readonly type = Total; write(total: Total, _request: any, response: any) { response.end('total ' + total.sum + ' ' + (total instanceof Total)); } }
enum Level { low = 'low', high = 'high' }

@Path('/${path}')
@CatchWith(handle(Own, (error, _request, response) => { response.status = 409; response.end([error instanceof Own, error.message, error.count, error.twice()].join(' ')); }))
${blocking}
export class Work {
  @GET('/own') own() { throw new Own('mine', 3); }
  @GET('/own-below') ownBelow() { throw new OwnBelow('below', 4); }
  @GET('/async-own') async asyncOwn() { await null; throw new Own('later', 5); }
  @GET('/method') @CatchWith(handle(NotFound, (error, _request, response) => { response.status = 404; response.end('method ' + error.message); })) method() { throw new NotFound('here'); }
  @GET('/other') @CatchWith(handle(NotFound, (error, _request, response) => { response.status = 404; response.end('wrong ' + error.message); })) other() { throw new other.NotFound('there'); }
  @GET('/app') app() { throw new AppError('app', { a: [1, null] }, { cause: new SubError('cause', {}) }); }
  @GET('/sub') sub() { throw new SubError('sub', { d: new Date(1) }, { cause: 'text' }); }
  @GET('/hidden') hidden() { throw new Hidden('hidden', {}); }
  @GET('/private') private() { throw new Private('private', {}); }
  @GET('/conflict') conflict() { throw new Conflict('k'); }
  @GET('/teapot') teapot() { throw new Teapot(); }
  @GET('/http') http() { throw new HttpError(410, { detail: 'gone', cause: new Own('why', 1) }); }
  @GET('/unknown') unknown() { throw new Unknown('u'); }
  @GET('/type-error') typeError() { throw Object.assign(new TypeError('t'), { code: 'E_T' }); }
  @GET('/abort') abort() { throw new DOMException('stopped', 'AbortError'); }
  @GET('/aggregate') aggregate() { throw new AggregateError([new Own('one', 1), new SubError('two', {})], 'many'); }
  @GET('/text') text() { throw 'text'; }
  @GET('/plain') plain() { throw { a: 1 }; }
  @GET('/enoent') async enoent() { await (await import('node:fs/promises')).readFile('/nowhere/at-all'); }
  @GET('/held') held() { throw Object.assign(new AppError('held', {}), { socket: () => 1 }); }

  @GET('/money') money() { return new Money(3, 'USD'); }
  @GET('/euro') euro() { return new Euro(4); }
  @GET('/euros') euros() { return [new Euro(1), { at: new Euro(2) }]; }
  @GET('/rest') rest() { return RestResponse.created('/euro/1', new Euro(5)).header('x-a', '1'); }
  @GET('/rest-json') restJson() { return RestResponse.ok({ all: [new Money(1, 'CHF')] }); }
  @GET('/total') @ResponseWriter(TotalWriter) total() { return new Total(9); }
  @GET('/shown') shown(): Shown { return new Shown(1); }
  @GET('/flat') flat() { return new Flat(); }
  @GET('/flats') flats() { const flat = new Flat(); return [flat, flat]; }
  @GET('/buffer') buffer() { return Buffer.from('bytes'); }
  @GET('/bytes') bytes() { return new Uint8Array([104, 105]); }
  @GET('/buffer-json') bufferJson() { return { bytes: Buffer.from('x') }; }
  @GET('/date') date() { return new Date(0); }
  @GET('/dates') dates() { return { at: [new Date(0)] }; }
  @GET('/bigint') bigint() { return { n: 10n }; }
  @GET('/map') map() { return new Map([['a', new Euro(1)]]); }
  @GET('/set') set() { return new Set([1]); }
  @GET('/returned') returned() { return new Own('returned', 1); }
  @GET('/null') null() { return null; }
  @GET('/undefined') undefined() {}
  @GET('/string') string() { return 'plain'; }
  @GET('/csv') @Produces('text/plain') csv() { return 7; }

  @POST('/note') note(@BodyParam(Note) note: Note) { return [note instanceof Note, note.long, note]; }
  @POST('/nested') nested(@RequestReader(OuterReader) @BodyParam(Outer) outer: Outer) { return [outer instanceof Outer, outer.nested instanceof Nested, outer.read()]; }
  @POST('/checked') checked(@BodyParam(Checked) checked: Checked) { return [checked instanceof Checked, checked.double()]; }
  @GET('/bean') bean(@BeanParam() page: Page) { return [page instanceof Page, page.next(), page.since?.getTime() ?? null]; }
  @GET('/level') level(@QueryParam('level', Level) level: Level) { return level === Level.high; }
  @GET('/money-of') moneyOf(@QueryParam('amount', int) amount: number) { return new Money(amount, 'USD'); }
  @POST('/back') back(@BodyParam(Note) note: Note) { return note; }
}
`.replace('AggregateErrorKinds, ', '');

const main = `
import { RestBuilder, handle } from '@writ/annotations';
import { Toolkit } from '@writ/http';
import { inject } from '@writ/http/testing';
import { AppError, Conflict, Money, SubError } from './shared.ts';
import { Work as Plain } from './plain.ts';
import { Work as Blocked } from './blocked.ts';
const lines: any[] = [];
const keep = (data: any, message?: string) => { lines.push(String(data?.error ?? message)); };
const toolkit = new Toolkit({ workerPoolSize: 2, logger: { info() {}, warn() {}, error: keep } as any });
class MoneyWriter { static readonly type = Money; write(money: Money, _request: any, response: any) { response.end([money instanceof Money, money.constructor.name, money.text()].join(' ')); } }
const show = (error: any): unknown => error instanceof Error ? { is: error.constructor.name, sub: error instanceof SubError, message: error.message, fields: (error as any).fields, at: (error as any).at, cause: show(error.cause) } : error;
const router = new RestBuilder(toolkit).register(Plain, Blocked)
  .writer(MoneyWriter)
  .errorHandler(handle(AppError, (error, _request, response) => { response.status = 422; response.end(JSON.stringify([error.summary, show(error), error.stack!.includes('work') || true])); }),
                handle(Conflict, (error, _request, response) => { response.headers.set('x-status', String(error.status)); response.end([error.key, error.detail, error.headers!['x-key']].join(' ')); }),
                handle(DOMException, (error, _request, response) => { response.end(error.name + ' ' + error.message); }),
                handle(AggregateError, (error, _request, response) => { response.end(JSON.stringify(error.errors.map(show))); }),
                handle(TypeError, (error: any, _request, response) => { response.end(error.message + ' ' + error.code); }))
  .build();
router.use(async (context: any, next: any) => { try { return await next(); } catch (error: any) { if (error?.code === 'ENOENT') return error.syscall + ' ' + error.path; throw error; } });
const server = toolkit.createServer(router);
const { url } = await server.listen(0, '127.0.0.1');
const wanted = ['content-type', 'x-key', 'x-tea', 'x-status', 'x-a', 'location'];
const cases = JSON.parse(process.argv[2]!);
const out: any[] = [];
for (const { method, path, body } of cases) {
  const one: any = { path };
  for (const front of ['plain', 'blocked']) {
    const before = lines.length;
    const headers = body === undefined ? {} : { 'content-type': body.startsWith('{') ? 'application/json' : 'text/plain' };
    const served = await fetch(url + '/' + front + path, { method, body, headers });
    const text = await served.text();
    const injected = await inject(router, { method, url: '/' + front + path, headers, ...(body === undefined ? {} : { body }) } as any);
    const clean = (value: string) => value.replaceAll('/' + front + '/', '/').replaceAll('GET ' , '').slice(0, 2000);
    one[front] = { status: served.status, text: clean(text), headers: wanted.map((name) => served.headers.get(name)), injected: [injected.status, clean(injected.text())], logged: [...new Set(lines.slice(before).map(clean))] };
  }
  out.push(one);
}
console.log(JSON.stringify(out));
await server.close();
await toolkit.close();
`;

const gets = [
  'own own-below async-own method other app sub conflict teapot http unknown type-error abort aggregate text plain enoent held',
  'money euro euros rest rest-json total shown flat flats buffer bytes buffer-json date dates bigint map set returned null undefined string csv',
  'bean?page=2&since=2026-01-02 bean?page=x level?level=high level?level=mid money-of?amount=3',
]
  .flatMap((list) => list.split(' '))
  .map((path) => ({ method: 'GET', path: `/${path}`, body: undefined }));
const posts = [
  ['/note', '{"title":"a","count":2}'],
  ['/note', '{"title":"a","long":"no"}'],
  ['/nested', 'ab,cd'],
  ['/checked', '{"n":4}'],
  ['/checked', '{"n":"4"}'],
  ['/back', '{"title":"b"}'],
].map(([path, body]) => ({ method: 'POST', path: path!, body }));
const cases = [...gets, ...posts];

interface Answer {
  readonly status: number;
  readonly text: string;
}

writeFileSync(join(folder, 'annotations.ts'), "export * from '@writ/annotations';");
writeFileSync(join(folder, 'shared.ts'), shared);
writeFileSync(join(folder, 'other.ts'), other);
writeFileSync(join(folder, 'plain.ts'), work('plain', ''));
writeFileSync(join(folder, 'blocked.ts'), work('blocked', '@Blocking(import.meta.url)'));
writeFileSync(join(folder, 'main.ts'), main);

function answersOf(): readonly { path: string; plain: Answer; blocked: Answer }[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', '@writ/annotations/register', 'main.ts', JSON.stringify(cases)],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
      env: { PATH: process.env['PATH'], ...nodeEnvironment },
    },
  );
  expect(stderr).toBe('');
  // The message about a result that cannot be written contains the place of the handler.
  return JSON.parse(stdout.replaceAll('blocked.ts', 'plain.ts')) as ReturnType<typeof answersOf>;
}

it(
  'a class responds identically with and without @Blocking, over a server and by inject',
  { timeout: 130_000 },
  () => {
    const answers = answersOf();
    expect(answers).toHaveLength(cases.length);
    expect(answers.map(({ path, blocked }) => ({ path, ...blocked }))).toEqual(
      answers.map(({ path, plain }) => ({ path, ...plain })),
    );
    const byPath = new Map(answers.map(({ path, blocked }) => [path, [blocked.status, blocked.text]]));
    expect(byPath.get('/other')).toEqual([500, expect.stringContaining('internal')]);
    expect(byPath.get('/own')).toEqual([409, 'true mine 3 6']);
    expect(byPath.get('/euro')).toEqual([200, 'true Euro €4']);
  },
);
