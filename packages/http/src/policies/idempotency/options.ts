import type { RoutingContext } from '../../contract/context.ts';
import { assertMethods, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { parseByteSize, type ByteSize } from '../../protocol/byte-size.ts';
import { memoryIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';

/** Options for {@link idempotency}. */
export interface IdempotencyOptions {
  /** Whether requests without a key are rejected with 400 (default: false). */
  readonly required?: boolean;
  /** Methods of the requests whose key is read (default: POST and PATCH). */
  readonly methods?: readonly string[];
  /** Number of seconds for which a response is stored (default: 86,400). */
  readonly lifetime?: number;
  /**
   * Returns an id of the client. Clients with different ids never share a key (default, and if the id is undefined: the
   * headers Authorization and Cookie).
   */
  readonly client?: (context: RoutingContext) => string | undefined;
  /** Store for the responses (default: the memory of this process). */
  readonly store?: IdempotencyStore;
  /** Maximum size of a stored response body (default: `1MB`). */
  readonly maxBody?: ByteSize;
}

const OPTIONS: OptionNames<IdempotencyOptions> = {
  required: true,
  methods: true,
  lifetime: true,
  client: true,
  store: true,
  maxBody: true,
};

/** The options with their defaults. */
export interface IdempotencySettings extends Pick<IdempotencyOptions, 'client'> {
  readonly required: boolean;
  readonly methods: ReadonlySet<string>;
  /** In milliseconds. */
  readonly lifetime: number;
  readonly store: IdempotencyStore;
  readonly maxBody: number;
}

/** Applies the defaults to the options. Throws `TypeError` or `RangeError` if an option is invalid. */
export function readIdempotencyOptions(options: IdempotencyOptions): IdempotencySettings {
  assertOptions('idempotency', options, OPTIONS);
  assertTypes('idempotency', options, {
    required: 'true or false',
    methods: 'a list of strings',
    lifetime: 'a number',
    client: 'a function',
  });
  assertMethods('idempotency: store', options.store, ['reserve', 'set', 'delete']);
  const { required = false, methods = ['POST', 'PATCH'], lifetime = 86_400, maxBody = '1MB' } = options;
  if (!Number.isFinite(lifetime) || lifetime <= 0)
    throw new RangeError(`idempotency: lifetime must be a number of seconds, more than 0, not ${lifetime}`);
  return {
    required,
    methods: new Set(methods.map((method) => method.toUpperCase())),
    lifetime: lifetime * 1000,
    store: options.store ?? memoryIdempotencyStore(),
    maxBody: parseByteSize(maxBody, 'idempotency: maxBody'),
    ...(options.client && { client: options.client }),
  };
}
