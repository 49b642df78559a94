/** A request that is being processed. Identical requests wait for its response. */
export interface Flight {
  /** The key of the resource. */
  readonly resource: string;
  /** Settles when the response has been stored, or when it is certain that it will not be stored. */
  readonly landed: Promise<void>;
  readonly land: () => void;
  /** Time at which the request started, in milliseconds since 1970. */
  readonly since: number;
  /** Whether the resource has changed in the meantime, so that the response must not be stored. */
  isOutdated: boolean;
}

/** Number of milliseconds for which requests do not wait for each other after a response that could not be stored. */
const UNSTORED_TIME = 10_000;

/** Maximum number of keys of responses that are remembered because they could not be stored. */
const MAX_UNSTORED = 1_000;

/** The requests that are being processed, by the keys of their responses. */
export class Flights {
  readonly #flights = new Map<string, Flight>();
  /** Times until which requests with a key do not wait for each other, in the order in which they were added. */
  readonly #unstored = new Map<string, number>();

  /**
   * Returns the flight to wait for. Returns undefined if there is none, if a response with this key could not be stored
   * in the last 10 s, or if the flight started `limit` milliseconds ago or earlier.
   */
  find(key: string, limit: number): Flight | undefined {
    const until = this.#unstored.get(key);
    if (until !== undefined && until > Date.now()) return undefined;
    const flight = this.#flights.get(key);
    return flight !== undefined && Date.now() - flight.since < limit ? flight : undefined;
  }

  /** Starts a flight. Call its method `land` when its response has been stored or will not be stored. */
  start(key: string, resource: string): Flight {
    const { promise, resolve } = Promise.withResolvers<void>();
    const flight: Flight = {
      resource,
      landed: promise,
      since: Date.now(),
      isOutdated: false,
      land: () => {
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
        resolve();
      },
    };
    this.#flights.set(key, flight);
    return flight;
  }

  /** Remembers whether the response with a key was stored. */
  remember(key: string, wasStored: boolean): void {
    this.#unstored.delete(key);
    if (wasStored) return;
    for (const oldest of this.#unstored.keys()) {
      if (this.#unstored.size < MAX_UNSTORED) break;
      this.#unstored.delete(oldest);
    }
    this.#unstored.set(key, Date.now() + UNSTORED_TIME);
  }

  /** Marks the flights for a resource as outdated. */
  outdate(resource: string): void {
    for (const flight of this.#flights.values()) if (flight.resource === resource) flight.isOutdated = true;
  }
}
