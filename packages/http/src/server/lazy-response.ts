type Construct = (body: string, headers: readonly string[]) => Response;

/**
 * Creates a Response with status 200 for a string. On Node.js, `construct` is called only when a member of the Response
 * other than `status` and `ok` is used: Node takes longer to construct a Response with a body than Writ takes to route
 * and answer the request (figures: docs/performance.md). Other runtimes accept only their own Response, which they
 * construct quickly. Functions that read the private state of a Response, such as
 * `Response.prototype.text.call(response)` and `cache.put`, do not accept the result: pass
 * `new Response(response.body, response)` to them.
 *
 * @param headers alternating names and values
 */
export function createTextResponse(body: string, headers: readonly string[], construct: Construct): Response {
  isNode ??= globalThis.navigator?.userAgent?.startsWith('Node.js/') ?? false;
  if (!isNode) return construct(body, headers);
  if (!isDelegating) delegateMembers();
  return new LazyResponse(body, headers, construct) as unknown as Response;
}

/** Whether the runtime is Node.js. Determined on first use, because Node loads `navigator` when it is accessed. */
let isNode: boolean | undefined;
let isDelegating = false;

/**
 * A Response that is constructed on demand. Its body is a string: a handler could change bytes after returning them.
 */
class LazyResponse {
  readonly #body: string;
  readonly #headers: readonly string[];
  readonly #construct: Construct;
  #response: Response | undefined = undefined;

  constructor(body: string, headers: readonly string[], construct: Construct) {
    this.#body = body;
    this.#headers = headers;
    this.#construct = construct;
  }

  get status(): number {
    return 200;
  }

  get ok(): boolean {
    return true;
  }

  static open(lazy: LazyResponse): Response {
    return (lazy.#response ??= lazy.#construct.call(undefined, lazy.#body, lazy.#headers));
  }
}

/**
 * Adds the members of Response. Called on first use, because Node loads its implementation of fetch when `Response` is
 * accessed.
 */
function delegateMembers(): void {
  isDelegating = true;
  const { prototype } = LazyResponse;
  Object.setPrototypeOf(prototype, Response.prototype);
  Object.defineProperty(prototype, 'constructor', { value: Response, writable: true, configurable: true });
  const members = Object.entries(Object.getOwnPropertyDescriptors(Response.prototype));
  for (const [name, { get, value }] of members) {
    if (Object.hasOwn(prototype, name)) continue;
    const method = value as ((...args: unknown[]) => unknown) | undefined;
    const member =
      get === undefined
        ? { value: wrap((lazy, ...args) => method!.apply(LazyResponse.open(lazy), args)), writable: true }
        : { get: wrap((lazy) => get.call(LazyResponse.open(lazy)) as unknown) };
    Object.defineProperty(prototype, name, { ...member, configurable: true, enumerable: true });
  }
}

/** Converts a function that takes a response to a method. */
function wrap(call: (lazy: LazyResponse, ...args: unknown[]) => unknown) {
  return function member(this: LazyResponse, ...args: unknown[]): unknown {
    return call(this, ...args);
  };
}
