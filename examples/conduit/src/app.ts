import { fileURLToPath } from 'node:url';
import { cors, Router, Toolkit } from '@writ/http';
import { loadControllers } from '@writ/controllers';
import { serveOpenapi } from '@writ/http/openapi';
import { createAnnotatedRouter } from './annotations/router.ts';
import { apiErrorHandler, apiErrors } from './http/api-error-handler.ts';
import { Conduit, type Services } from './http/conduit.ts';
import { openConduit } from './http/open-conduit.ts';
import { Viewer } from './http/viewer.ts';

/** The front end that serves the API. Both share everything else. */
export type FrontEnd = 'annotations' | 'controllers';

/** Creates the application: the API under `/api`, with its OpenAPI document. */
export async function createApp(frontEnd: FrontEnd, services: Services): Promise<Router> {
  const toolkit = new Toolkit();
  const router = new Router(toolkit).use(cors({ origin: '*' })).use(openConduit(services));
  router.registries.handlers.register(apiErrorHandler);
  router.registries.setContextObject(Conduit, Conduit.of);
  router.registries.setContextObject(Viewer, Viewer.of);
  if (frontEnd === 'annotations') {
    router.mount('/api', createAnnotatedRouter(toolkit));
  } else {
    const directory = fileURLToPath(new URL('..', import.meta.url));
    const { matcher, diagnostics } = await loadControllers({
      prefixes: ['src.controllers'],
      directory,
      path: '/api',
    });
    router.mount(matcher).report(...diagnostics);
  }
  return serveOpenapi(router, {
    info: { title: 'Conduit', version: '1.0.0' },
    errors: { type: apiErrors, statuses: { 400: 422 } },
    reference: true,
  });
}
