import { GET, Path, Produces } from '@writ/annotations';

@Path('/')
export class FrontPage {
  /** The front page. */
  @GET()
  @Produces('text/html')
  show(): string {
    return '<!doctype html><title>{{name}}</title><h1>{{name}}</h1><a href="/reference">API reference</a>';
  }
}
