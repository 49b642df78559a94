import { Hono } from 'hono';
import { fixtureRoutes, type CreateRouter } from '../routes.ts';

/** The constraint makes Hono reject values other than integers, as the other routers do. */
export const create: CreateRouter = async (routes) => {
  const app = new Hono();
  for (const { method, resource, sub } of fixtureRoutes(routes)) {
    app.on(method, `/${resource}/:id{-?[0-9]+}/${sub}`, (context) =>
      context.text(String(Number(context.req.param('id')))),
    );
  }
  // Hono creates its table on the first request.
  await app.request('/');
  return { fetch: (request) => app.fetch(request) };
};
