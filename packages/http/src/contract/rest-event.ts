import type { RoutingContext } from './context.ts';
import type { Component, TypeToken } from './component.ts';

/**
 * Does something with what a route has produced or thrown. It runs once status, headers and body are fixed and before
 * the response ends: what it does synchronously delays the response, what it promises does not. When it fails, that is
 * logged and changes nothing.
 */
export interface RestEvent<T = any> {
  execute(entity: T, context: RoutingContext): void | Promise<void>;
}

/** An event of a route, and when it runs. The `types` of its component say which entities or errors it is for. */
export interface RouteEvent {
  readonly event: Component<RestEvent>;
  /** The final status, or `any`. When not given: any 2xx; for an error that it is for, whatever the status is. */
  readonly response?: number | 'any';
  /** What must have been thrown; its entity is the error then, whatever its types say. */
  readonly exception?: TypeToken;
  /** Also runs for undefined and null, which are of no type. */
  readonly onEmpty?: boolean;
}
