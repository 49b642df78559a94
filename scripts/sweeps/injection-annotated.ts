import {
  BodyParam,
  Context,
  CookieParam,
  GET,
  HeaderParam,
  Path,
  POST,
  QueryParam,
  RestBuilder,
  Use,
} from '@writ/annotations';
import {
  cors,
  events,
  HttpError,
  HttpResponse,
  int,
  object,
  optional,
  RestResponse,
  RoutingContext,
  type Filter,
  type Router,
  type ServerSentEvent,
  type Toolkit,
} from '@writ/http';

const TEXT = QueryParam('text', String);
const RESPONSE = Context(HttpResponse);

const filtering: Filter = (context, next) => {
  context.response.headers.set('x-said', context.query.get('text') ?? '');
  return next();
};

async function* once(event: ServerSentEvent): AsyncGenerator<ServerSentEvent> {
  yield event;
}

/** Handlers that copy request input into every part of a response and of the log that can contain it. */
@Path('/')
class Saying {
  @GET('/set', TEXT, RESPONSE) set(text: string, { headers }: HttpResponse): string {
    headers.set('x-said', text);
    return 'said';
  }
  @GET('/append', TEXT, RESPONSE) append(text: string, { headers }: HttpResponse): string {
    headers.append('x-said', text);
    return 'said';
  }
  @GET('/vary', TEXT, RESPONSE) vary(text: string, { headers }: HttpResponse): string {
    headers.vary(text);
    return 'said';
  }
  @GET('/name', TEXT, RESPONSE) name(text: string, { headers }: HttpResponse): string {
    headers.set(text, 'said');
    return 'said';
  }
  @GET('/type', TEXT, RESPONSE) type(text: string, { headers }: HttpResponse): string {
    headers.set('content-type', text);
    return 'said';
  }
  @GET('/rest', TEXT) rest(text: string): RestResponse {
    return new RestResponse('said', { headers: { 'x-said': text } });
  }
  @GET('/rests', TEXT) rests(text: string): RestResponse {
    return new RestResponse('said', { headers: { 'x-said': [text, text], [text]: 'said' } });
  }
  @GET('/typed', TEXT) typed(text: string): RestResponse {
    return new RestResponse('said').type(text);
  }
  @GET('/created', TEXT) created(text: string): RestResponse {
    return RestResponse.created(text, 'said').header('x-said', text);
  }
  @GET('/see-other', TEXT) seeOther(text: string): RestResponse {
    return RestResponse.seeOther(text);
  }
  @GET('/cookie', TEXT) cookie(text: string): RestResponse {
    return new RestResponse('said', { headers: { 'set-cookie': `a=${text}` } });
  }
  @GET('/web', TEXT) web(text: string): Response {
    return new Response('said', { headers: { 'x-said': text } });
  }
  @GET('/blob', TEXT) blob(text: string): Blob {
    return new Blob(['said'], { type: text });
  }
  @GET('/filter') @Use(filtering) filter(): string {
    return 'said';
  }
  @GET('/event-name', TEXT) eventName(text: string): unknown {
    return events(once({ event: text, data: 'said' }));
  }
  @GET('/event-id', TEXT) eventId(text: string): unknown {
    return events(once({ id: text, data: 'said' }));
  }
  @GET('/event-data', TEXT) eventData(text: string): unknown {
    return events(once({ data: text }));
  }
  @GET('/error-detail', TEXT) errorDetail(text: string): never {
    throw new HttpError('conflict', text);
  }
  @GET('/error-header', TEXT) errorHeader(text: string): never {
    throw new HttpError('conflict', { headers: { 'x-said': text } });
  }
  @GET('/error-list', TEXT) errorList(text: string): never {
    throw new HttpError('conflict', { errors: [{ source: text, name: text, code: text, detail: text }] });
  }
  @GET('/throws', TEXT) throws(text: string): never {
    throw new Error(`no ${text}`, { cause: text });
  }
  @GET('/throws-text', TEXT) throwsText(text: string): Promise<never> {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- handlers may throw anything
    return Promise.reject(text);
  }
  @GET('/throws-named', TEXT) throwsNamed(text: string): never {
    throw Object.assign(new Error(text), { name: text });
  }
  @GET('/logs', TEXT, Context(RoutingContext)) logs(text: string, { toolkit }: RoutingContext): string {
    toolkit.logger.warn({ [text]: text, nested: { [text]: [text] } }, text);
    return 'said';
  }
  @GET('/number', QueryParam('text', int)) number(value: number): number {
    return value;
  }
  @GET('/header', HeaderParam('x-text', int)) header(value: number): number {
    return value;
  }
  @GET('/sent-cookie', CookieParam('text', int)) sentCookie(value: number): number {
    return value;
  }
  @POST('/body', BodyParam(object({ title: optional(String) }))) body(value: unknown): unknown {
    return value;
  }
  @GET('/cors') @Use(cors({ origin: '*', credentials: true })) cors(): string {
    return 'said';
  }
}

export function annotated(toolkit: Toolkit): Router {
  return new RestBuilder(toolkit).register(Saying).build();
}
