import { type CacheOptions, Controller } from '@writ/controllers';
import { openPicture } from '../../pictures.ts';

export class Default extends Controller {
  /** The content of a picture never changes. */
  static cache: CacheOptions = { maxAge: 31_536_000, immutable: true };

  GET(name: string): Promise<Blob> {
    this.response.headers.set('x-content-type-options', 'nosniff');
    return openPicture(name);
  }
}
