import type { HttpRequest, HttpResponse, Logger, RoutingContext, User } from '@writ/http';
import type { ToolkitContext } from '@writ/http/kernel';
import { appOf, type App } from './app.ts';

/** Marks the class itself, so that a second copy of this package in a process knows it too. */
const brand = Symbol.for('writ.Controller');

/**
 * What a class extends to be served: `export class Notes extends Controller` in a module below the prefix answers
 * `/notes`. Each request gets an instance of its own.
 *
 * All members are public: a protected one would keep a class inside a class from having a declaration.
 */
export class Controller {
  /** Keeps this class out of the routes, and those that extend it and do not set it back. */
  static readonly private: boolean = false;

  /** Runs before the handler, once its arguments are known. Throw to keep it from running. */
  before?(): unknown;

  /** Runs after the handler; what it gives takes the place of the result, nothing leaves it. */
  after?(result: unknown): unknown;

  /** Is asked about what `before`, the handler or `after` throws; what it gives is the answer, nothing lets the error go on. */
  onError?(error: unknown): unknown;

  /** The request on its way: what filters left, the route that answers. */
  readonly context: RoutingContext;

  constructor(context: RoutingContext) {
    this.context = context;
  }

  /** The request that is answered. */
  get request(): HttpRequest {
    return this.context.request;
  }

  /** Its status and headers hold for what the handler returns. */
  get response(): HttpResponse {
    return this.context.response;
  }

  /** Aborts when the client goes away, the request's time is up, or a shutdown cuts it. */
  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** Who the request acts for, when a filter or an authentication said so. */
  get user(): User | undefined {
    return this.context.user;
  }

  /** The toolkit's logger. */
  get log(): Logger {
    return this.context.toolkit.logger;
  }

  /** What the controllers that are served together share. */
  get app(): App {
    return appOf(this.context.route);
  }

  /** The path of a class that is served, with its arguments: `this.url(Notes, 7, { page: 2 })`. See {@link App.url}. */
  url(type: Function, ...args: readonly unknown[]): string {
    return this.app.url(type, ...args);
  }

  /** The toolkit of the router. */
  get toolkit(): ToolkitContext {
    return this.context.toolkit;
  }
}

Object.defineProperty(Controller, brand, { value: true });

export type ControllerClass = (new (context: RoutingContext) => Controller) & { readonly private?: boolean };

/** Whether a value is a class that extends {@link Controller}, in whichever copy of this package. */
export function isControllerClass(value: unknown): value is ControllerClass {
  return typeof value === 'function' && !isBaseController(value) && Reflect.get(value, brand) === true;
}

/** Whether a value is {@link Controller} itself. */
export function isBaseController(value: unknown): boolean {
  return typeof value === 'function' && Object.hasOwn(value, brand);
}
