import type { ContextProvider, Route } from '@writ/http';
import type { Component } from '@writ/http/kernel';

/** The declaration of a route, for `@Context(RouteDefinition)`. Its string form is, for example, `GET /notes/{id}`. */
export class RouteDefinition {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The whole pattern, including the prefix at which the route's router is mounted. */
  readonly path: string;
  /** The media types of the request body; empty if none are declared. */
  readonly consumes: readonly string[];
  /** The media types of the response; empty if none are declared. */
  readonly produces: readonly string[];
  /** The position among the routes, lowest first. */
  readonly order: number;
  /** The name of the class that declares the route, if it was declared by annotations. */
  readonly className: string | undefined;
  /** The name of the method that declares the route, if it was declared by annotations. */
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

/** Returns the definition of a route; null if the request has no route. */
export function definitionOf(route: Route | undefined): RouteDefinition | null {
  if (route === undefined) return null;
  let definition = definitions.get(route);
  if (definition === undefined) definitions.set(route, (definition = new RouteDefinition(route)));
  return definition;
}

/** Kernel providers receive only the request, but this provider also requires the route. */
export const ROUTE_DEFINITION: Component<ContextProvider<RouteDefinition>> = {
  name: 'built in',
  types: [RouteDefinition],
  create: ({ route }) => ({ provide: () => definitionOf(route) }),
};
