import { type Content, Controller, html, HttpError } from '@writ/controllers';
import { markup, type Markup } from './markup.ts';

/** The base class of pages and their errors. Abstract, because the class itself is not a page. */
export abstract class Page extends Controller {
  /** Sets headers before an error can occur, so that error responses contain them too. */
  override before(): void {
    const { headers } = this.response;
    headers.set('content-security-policy', "default-src 'self'; frame-ancestors 'none'");
    headers.set('x-content-type-options', 'nosniff');
  }

  page(title: string, body: Markup): Content {
    return html(
      String(markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<h1>${title}</h1>
${body}
</html>
`),
    );
  }

  /** Sends an error page to browsers, and the problem document to other clients. */
  override onError(error: unknown): Content | undefined {
    const wantsPage = this.request.headers.get('accept')?.includes('text/html') === true;
    if (!(error instanceof HttpError) || !wantsPage) return undefined;
    this.response.status = error.status;
    return this.page(error.title, markup`<p>${error.message}</p>`);
  }
}
