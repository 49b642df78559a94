import { Controller } from '@writ/controllers';
import { HttpError } from '@writ/http';
import { pageFile } from '@writ/web';

/** The page. The code in its address is in the fragment, which a browser never sends. */
export class Default extends Controller {
  GET(): void {
    sendFile(this, 'index.html');
  }
}

/** What the page is made of. */
export class Assets extends Controller {
  GET(name: string): void {
    sendFile(this, name);
  }
}

function sendFile({ response }: Controller, name: string): void {
  const file = pageFile(name);
  if (file === undefined) throw new HttpError('not-found');
  response.headers.set('content-type', file.type);
  response.end(file.text);
}
