import { Controller, html } from '@writ/controllers';

export class Default extends Controller {
  /** The front page. */
  GET() {
    return html(
      '<!doctype html><title>{{name}}</title><h1>{{name}}</h1><a href="/reference">API reference</a>',
    );
  }
}
