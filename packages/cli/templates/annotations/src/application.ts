import { RestRouter, type Router, Toolkit } from '@writ/annotations';
import { serveOpenapi } from '@writ/http/openapi';
import { FrontPage } from './front-page.ts';
import { Notes } from './notes.ts';

/** Creates the application with its OpenAPI document. */
export function createApplication(): Router {
  const router = RestRouter.register(new Toolkit(), FrontPage, Notes);
  return serveOpenapi(router, { info: { title: '{{name}}', version: '0.1.0' }, reference: true });
}
