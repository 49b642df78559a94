/** A route of the fixture. `GET /r12/{id}/sub5` returns its `id`, an integer. */
export interface FixtureRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly resource: string;
  readonly sub: string;
}

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Returns the number of resources, each of which has one route per method. */
export const resourceCount = (routes: number): number => Math.ceil(routes / METHODS.length);

export const resourceName = (index: number): string => `r${index}`;
export const subName = (index: number): string => `sub${index % 7}`;

/** Returns the routes of the fixture. */
export function fixtureRoutes(count: number): FixtureRoute[] {
  return Array.from({ length: count }, (_, index) => {
    const resource = Math.floor(index / METHODS.length);
    return {
      method: METHODS[index % METHODS.length]!,
      resource: resourceName(resource),
      sub: subName(resource),
    };
  });
}

/** Returns the paths of GET requests, spread over all resources. */
export function fixturePaths(routes: number, count: number): string[] {
  const resources = resourceCount(routes);
  return Array.from({ length: count }, (_, index) => {
    const resource = (index * 7_919) % resources;
    return `/${resourceName(resource)}/${index}/${subName(resource)}`;
  });
}

/** A router that contains the routes of the fixture. */
export interface BenchRouter {
  /** Answers a request; undefined if the router answers requests only on a server. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
}

/** Creates the router and performs all work that its first request requires. */
export type CreateRouter = (routes: number) => BenchRouter | Promise<BenchRouter>;
