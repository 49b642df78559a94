import { H3, HTTPError } from 'h3';
import { fixtureRoutes, type CreateRouter } from '../routes.ts';

export const create: CreateRouter = (routes) => {
  const app = new H3();
  for (const { method, resource, sub } of fixtureRoutes(routes)) {
    app.on(method, `/${resource}/:id/${sub}`, (event) => {
      const id = Number(event.context.params!['id']);
      if (!Number.isSafeInteger(id)) throw new HTTPError({ status: 404 });
      return String(id);
    });
  }
  return { fetch: (request) => app.fetch(request) as Promise<Response> };
};
