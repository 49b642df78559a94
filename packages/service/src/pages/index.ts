import { Controller } from '@writ/controllers';
import { HttpError } from '@writ/http';
import { pageFile } from '@writ/web';

/** The page. The one-time code is in the fragment of its address, which browsers never send. */
export class Default extends Controller {
  GET(): void {
    sendFile(this, 'index.html');
  }
}

/** Scripts, styles and pictures of the page. */
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
