import type { ContextProvider, Route } from '@writ/http';
import type { Component } from '@writ/http/kernel';

/** What a route was declared as, for `@Context(RouteDefinition)`; as a text, such as `GET /notes/{id}`. */
export class RouteDefinition {
  readonly method: string;
  /** The pattern as it is written. */
  readonly path: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Lowest first. */
  readonly order: number;
  /** The class that it was declared in, and its method, where it was declared by annotations. */
  readonly className: string | undefined;
  readonly name: string | undefined;

  constructor({ method, path, consumes = [], produces = [], order = 0, origin = {} }: Route) {
    this.method = method;
    this.path = path;
    this.consumes = consumes;
    this.produces = produces;
    this.order = order;
    this.className = origin.className;
    this.name = origin.method;
  }

  toString(): string {
    return `${this.method} ${this.path}`;
  }
}

const definitions = new WeakMap<Route, RouteDefinition>();

/** Undefined while no route answers, and null is what says so. */
export function definitionOf(route: Route | undefined): RouteDefinition | null {
  if (route === undefined) return null;
  let definition = definitions.get(route);
  if (definition === undefined) definitions.set(route, (definition = new RouteDefinition(route)));
  return definition;
}

/** The kernel's providers are told the request; this one needs to know the route. */
export const ROUTE_DEFINITION: Component<ContextProvider<RouteDefinition>> = {
  name: 'built in',
  types: [RouteDefinition],
  create: ({ route }) => ({ provide: () => definitionOf(route) }),
};
