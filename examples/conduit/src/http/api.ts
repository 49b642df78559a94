import { Controller } from '@writ/controllers';
import { Conduit } from './conduit.ts';
import { Viewer } from './viewer.ts';

/** The base class of controllers. */
export abstract class Api extends Controller {
  get conduit(): Conduit {
    return Conduit.of(this.context);
  }

  /** Undefined if the request has no token. */
  get optionalViewer(): Viewer | undefined {
    return Viewer.of(this.context);
  }

  /** Use it only with `static auth = requireViewer`. */
  get viewer(): Viewer {
    if (this.optionalViewer === undefined) throw new TypeError('the handler does not require a viewer');
    return this.optionalViewer;
  }
}
