import type { HttpRequest, HttpResponse, Logger, RoutingContext, User } from '@writ/http';
import type { ToolkitContext } from '@writ/http/kernel';
import { appOf, type App } from './app.ts';

/** Brands the class, so that another copy of this package in the same process recognizes it. */
const brand = Symbol.for('writ.Controller');

/**
 * Base class of controllers: `export class Notes extends Controller` in a module under the prefix handles requests to
 * `/notes`. A new instance handles each request.
 *
 * All members are public, because TypeScript cannot emit declarations for nested classes with protected members.
 */
export class Controller {
  /** Set to true to exclude the class and its subclasses from routing; a subclass can set it to false again. */
  static readonly private: boolean = false;

  /** Runs before the handler, after its arguments are bound. Throw to prevent the handler from running. */
  before?(): unknown;

  /** Runs after the handler. Its return value replaces the result unless it is undefined. */
  after?(result: unknown): unknown;

  /**
   * Handles an error thrown by `before`, the handler or `after`. Its return value is the result; undefined rethrows the
   * error.
   */
  onError?(error: unknown): unknown;

  /** The routing context, with the route and the data that filters have stored. */
  readonly context: RoutingContext;

  constructor(context: RoutingContext) {
    this.context = context;
  }

  /** The current request. */
  get request(): HttpRequest {
    return this.context.request;
  }

  /** The current response. Its status and headers apply to the handler's result. */
  get response(): HttpResponse {
    return this.context.response;
  }

  /** Aborted when the client disconnects, the request times out, or a shutdown ends the request. */
  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** The authenticated user, if a filter or authentication provider has set one. */
  get user(): User | undefined {
    return this.context.user;
  }

  /** The toolkit's logger. */
  get log(): Logger {
    return this.context.toolkit.logger;
  }

  /** State shared by the controllers of one matcher. */
  get app(): App {
    return appOf(this.context);
  }

  /** Returns the path of a class with its arguments: `this.url(Notes, 7, { page: 2 })`. See {@link App.url}. */
  url(type: Function, ...args: readonly unknown[]): string {
    return this.app.url(type, ...args);
  }

  /** The router's toolkit. */
  get toolkit(): ToolkitContext {
    return this.context.toolkit;
  }
}

Object.defineProperty(Controller, brand, { value: true });

export type ControllerClass = (new (context: RoutingContext) => Controller) & { readonly private?: boolean };

/** Whether a value is a class that extends {@link Controller}, from any copy of this package. */
export function isControllerClass(value: unknown): value is ControllerClass {
  return typeof value === 'function' && !isBaseController(value) && Reflect.get(value, brand) === true;
}

/** Whether a value is the class {@link Controller} itself, from any copy of this package. */
export function isBaseController(value: unknown): boolean {
  return typeof value === 'function' && Object.hasOwn(value, brand);
}
