import { randomBytes } from 'node:crypto';
import { Controller } from '@writ/controllers';
import { HttpError } from '@writ/http';
import { acceptedCoding, pageFile } from '@writ/web';

/** The page. The one-time code is in the fragment of the address, which browsers never send. */
export class Default extends Controller {
  GET(): void {
    sendFile(this, 'index.html');
  }
}

/**
 * The page with the list of installations, an installation or a comparison; the page selects the view according to its
 * address.
 */
export class Installs extends Controller {
  GET(id?: number | 'compare', ...compared: number[]): void {
    if (compared.length !== (id === 'compare' ? 2 : 0)) throw new HttpError('not-found');
    if (typeof id === 'number') sendConsolePage(this);
    else sendFile(this, 'index.html');
  }
}

/** The page with the user's account and, for administrators, the users and the audit log. */
export class Account extends Controller {
  GET(): void {
    sendFile(this, 'index.html');
  }
}

/** The page with the list of batches, with a batch, or with the form for a new one. */
export class Batches extends Controller {
  GET(_id?: number | 'new'): void {
    sendFile(this, 'index.html');
  }
}

/** The page with the list of machines, or with a machine. */
export class Nodes extends Controller {
  GET(_id?: number): void {
    sendFile(this, 'index.html');
  }
}

/** Scripts, styles, fonts and images for the page. */
export class Assets extends Controller {
  GET(name: string): void {
    sendFile(this, name);
  }
}

/** Sends the page with a new nonce for the style elements of its terminal. */
function sendConsolePage({ response }: Controller): void {
  const file = pageFile('index.html');
  if (file === undefined) throw new HttpError('not-found');
  const nonce = randomBytes(16).toString('base64url');
  const policy = response.headers.get('content-security-policy') ?? '';
  response.headers.set('content-security-policy', policy.replace('style-src', `style-src 'nonce-${nonce}'`));
  response.headers.set('content-type', file.type);
  response.end(Buffer.from(file.bytes).toString().replace('nonce=""', `nonce="${nonce}"`));
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
