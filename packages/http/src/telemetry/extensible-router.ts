import type { Route } from '../contract/route.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';

/** A router to which routes can be added. */
export interface ExtensibleRouter {
  readonly toolkit: ToolkitContext;
  /** Adds routes. */
  add(...routes: readonly Route[]): unknown;
}
