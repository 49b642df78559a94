import Fastify from 'fastify';
import { fixtureRoutes, type CreateRouter } from '../routes.ts';

const schema = {
  params: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
};

export const create: CreateRouter = async (routes) => {
  const app = Fastify();
  for (const { method, resource, sub } of fixtureRoutes(routes)) {
    app.route<{ Params: { id: number } }>({
      method,
      url: `/${resource}/:id/${sub}`,
      schema,
      handler: (request, reply) => reply.send(String(request.params.id)),
    });
  }
  await app.ready();
  return {};
};
