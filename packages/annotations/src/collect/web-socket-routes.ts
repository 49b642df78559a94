import type { Route } from '@writ/http';
import type { Registries } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import type { AnnotationLevels, Method } from '../reading/method.ts';
import type { Class } from '../recording/reflection.ts';

/** A class with `@WebSocket`. */
export interface WebSocketClass {
  readonly type: Class;
  readonly methods: readonly Method[];
  /** The annotations of the class. */
  readonly scope: AnnotationLevels;
  /** Returns the instance for a connection. */
  readonly make: () => object;
  readonly registries: Pick<Registries, 'validator'> | undefined;
}

/** Creates the route of a WebSocket class; returns undefined if there are findings. */
export type ResolveWebSocketRoute = (target: WebSocketClass, findings: Finding[]) => Route | undefined;

let resolve: ResolveWebSocketRoute | undefined;

/** Called by `@WebSocket`, so that applications without WebSocket classes do not load the function. */
export function setWebSocketResolver(resolver: ResolveWebSocketRoute): void {
  resolve = resolver;
}

/** Returns the route of a WebSocket class; an empty list if there are findings. */
export function resolveWebSocketRoutes(target: WebSocketClass, findings: Finding[]): readonly Route[] {
  const route = resolve?.(target, findings);
  return route === undefined ? [] : [route];
}
