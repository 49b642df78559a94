import { Controller } from '@writ/controllers';
import { HttpError } from '@writ/http';
import { acceptedCoding, pageFile } from '@writ/web';

/** The page. The one-time code is in the fragment of its address, which browsers never send. */
export class Default extends Controller {
  GET(): void {
    sendFile(this, 'index.html');
  }
}

/** The page with the list of installations, or with one installation: the page reads its own address. */
export class Installs extends Controller {
  GET(_id?: number): void {
    sendFile(this, 'index.html');
  }
}

/** Scripts, styles, fonts and pictures of the page. */
export class Assets extends Controller {
  GET(name: string): void {
    sendFile(this, name);
  }
}

function sendFile({ request, response }: Controller, name: string): void {
  const file = pageFile(name);
  if (file === undefined) throw new HttpError('not-found');
  response.headers.set('content-type', file.type);
  response.headers.vary('accept-encoding');
  if (file.immutable) response.headers.set('cache-control', 'public, max-age=31536000, immutable');
  const coding = acceptedCoding(request.headers.get('accept-encoding'), file);
  if (coding !== undefined) response.headers.set('content-encoding', coding);
  response.end((coding && file.copies[coding]) ?? file.bytes);
}
