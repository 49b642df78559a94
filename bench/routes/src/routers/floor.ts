/**
 * The work that no registration of annotated classes can avoid: declaring the classes of `annotations.ts`, whose
 * decorators record only their locations, and adding a plain route for each method.
 */
// As with `@writ/annotations`, the compiler's decorators store the types of parameters.
// oxlint-disable-next-line import/no-unassigned-import
import 'reflect-metadata/lite';
import { int, PathParam, route, Router, Toolkit } from '@writ/http';
import { captureOrigin, type Origin } from '@writ/http/kernel';
import { METHODS, resourceCount, resourceName, subName, type CreateRouter } from '../routes.ts';

/** Number of decorators of a class: its own, one for each method and one for each parameter. */
const LOCATIONS = 9;

/** A class, and the locations of its decorators. */
interface Declared {
  readonly resource: new () => Record<(typeof METHODS)[number], (id: number) => string>;
  readonly origins: readonly Origin[];
}

function declareResource(): Declared {
  const origins: Origin[] = [];
  const Located = (..._bindings: readonly unknown[]): ((...target: readonly unknown[]) => void) => {
    origins.push(captureOrigin(Located));
    return () => undefined;
  };
  const LocatedParam = (): undefined => {
    origins.push(captureOrigin(LocatedParam));
  };

  @Located()
  class Resource {
    @Located(LocatedParam())
    GET(id: number): string {
      return String(id);
    }

    @Located(LocatedParam())
    POST(id: number): string {
      return String(id);
    }

    @Located(LocatedParam())
    PUT(id: number): string {
      return String(id);
    }

    @Located(LocatedParam())
    DELETE(id: number): string {
      return String(id);
    }
  }
  return { resource: Resource, origins };
}

export const create: CreateRouter = (routes) => {
  const declared = Array.from({ length: resourceCount(routes) }, declareResource);
  const router = new Router(new Toolkit());
  for (const [index, { resource: Resource }] of declared.entries()) {
    const path = `/${resourceName(index)}/{id}/${subName(index)}`;
    const resource = new Resource();
    for (const method of METHODS)
      router.add(
        route({ method, path, bindings: [PathParam('id', int)], handler: (id) => resource[method](id) }),
      );
  }
  router.build();
  return {
    fetch: (request) => {
      // Retains the locations, as an application does.
      if (declared[0]?.origins.length !== LOCATIONS) throw new Error('not all locations were recorded');
      return router.fetch(request);
    },
  };
};
