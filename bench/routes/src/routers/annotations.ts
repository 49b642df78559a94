import { DELETE, GET, int, Path, PathParam, POST, PUT, RestRouter, Toolkit } from '@writ/annotations';
import { resourceCount, resourceName, subName, type CreateRouter } from '../routes.ts';

function createResource(index: number): new () => object {
  @Path(`/${resourceName(index)}/{id}/${subName(index)}`)
  class Resource {
    @GET('', PathParam('id', int))
    read(id: number): string {
      return String(id);
    }

    @POST('', PathParam('id', int))
    create(id: number): string {
      return String(id);
    }

    @PUT('', PathParam('id', int))
    replace(id: number): string {
      return String(id);
    }

    @DELETE('', PathParam('id', int))
    delete(id: number): string {
      return String(id);
    }
  }
  return Resource;
}

export const create: CreateRouter = (routes) => {
  const classes = Array.from({ length: resourceCount(routes) }, (_, index) => createResource(index));
  const router = RestRouter.register(new Toolkit(), ...classes);
  router.build();
  return { fetch: (request) => router.fetch(request) };
};
