import {
  BeanParam,
  BodyParam,
  Context,
  CookieParam,
  FormParam,
  GET,
  HeaderParam,
  MatrixParam,
  Path,
  PathParam,
  POST,
  QueryParam,
  RestBuilder,
} from '@writ/annotations';
import {
  anything,
  array,
  HttpRequest,
  JsonValueReader,
  object,
  oneOf,
  optional,
  RoutingContext,
  type Router,
  type Toolkit,
} from '@writ/http';
import { received } from './received.ts';

class Body {
  title?: unknown;
}

const Level = { Low: 'low', High: 'high' } as const;
const Open = object({ title: optional(String), inner: optional(object({ a: optional(String) })) });

/** Returns the name, or a replacement if a header cannot have this name. */
export function headerOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : 'x-other';
}

/** Returns a router whose class binds a value with this name from every source that annotations support. */
export function annotated(toolkit: Toolkit, name: string): Router {
  class Bean {
    @QueryParam(name, optional(String)) query?: unknown;
    @CookieParam(name, optional(String)) cookie?: unknown;
  }

  @Path('/')
  class Places {
    @GET('/query', QueryParam(name, optional(String))) query(value: unknown): string {
      return received(value);
    }
    @GET('/queries', QueryParam(name, optional(array(String)))) queries(value: unknown): string {
      return received(value);
    }
    @GET('/enum', QueryParam('level', optional(Level))) level(value: unknown): string {
      return received(value);
    }
    @GET('/one-of', QueryParam('level', optional(oneOf('low', 'high')))) oneOf(value: unknown): string {
      return received(value);
    }
    @GET('/filter', QueryParam('filter', optional(Object)).reader(new JsonValueReader()))
    filter(value: unknown): string {
      return received(value);
    }
    @GET('/matrix', MatrixParam(name, optional(String))) matrix(value: unknown): string {
      return received(value);
    }
    @GET('/header', HeaderParam(headerOf(name), optional(String))) header(value: unknown): string {
      return received(value);
    }
    @GET('/cookie', CookieParam(name, optional(String))) cookie(value: unknown): string {
      return received(value);
    }
    @GET('/bean') bean(@BeanParam() value: Bean): string {
      return received(value);
    }
    @GET('/path/{value}', PathParam('value', String)) path(value: unknown): string {
      return received(value);
    }
    @GET('/request', Context(HttpRequest)) request({ cookies, headers, query }: HttpRequest): string {
      return received(cookies, cookies[name], [...headers], query.get(name), query.all(name));
    }
    @POST('/form', FormParam(name, optional(String))) form(value: unknown): string {
      return received(value);
    }
    @POST('/files', Context(RoutingContext), FormParam('title', optional(String)))
    files({ fileUploads }: RoutingContext, title: unknown): string {
      return received(title, ...fileUploads.map((file) => [file.name, file.fileName, file.contentType]));
    }
    @POST('/class', BodyParam(Body)) body(value: unknown): string {
      return received(value);
    }
    @POST('/object', BodyParam(Object)) object(value: unknown): string {
      return received(value);
    }
    @POST('/anything', BodyParam(anything)) anything(value: unknown): string {
      return received(value);
    }
    @POST('/structure', BodyParam(Open)) structure(value: unknown): string {
      return received(value);
    }
    @POST('/classes', BodyParam(array(Body))) bodies(value: unknown): string {
      return received(value);
    }
  }
  return new RestBuilder(toolkit).register(Places).build();
}
