import { int, PathParam, route, Router, Toolkit } from '@writ/http';
import { fixtureRoutes, type CreateRouter } from '../routes.ts';

export const create: CreateRouter = (routes) => {
  const router = new Router(new Toolkit());
  for (const { method, resource, sub } of fixtureRoutes(routes)) {
    const path = `/${resource}/{id}/${sub}`;
    router.add(route({ method, path, bindings: [PathParam('id', int)], handler: (id) => String(id) }));
  }
  router.build();
  return { fetch: (request) => router.fetch(request) };
};
