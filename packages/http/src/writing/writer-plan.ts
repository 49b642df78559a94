import type { Component, TypeToken } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';

export type ScopedWriter = Scoped<Component<HttpResponseWriter>>;

/** The registered writers by what they are for. */
export interface RegisteredWriters {
  /** Those for classes: the first registered first, of the nearest registry first. */
  readonly typed: readonly ScopedWriter[];
  /** Those for media types, a list for each registry: the last registered first. */
  readonly byMedia: readonly (readonly ScopedWriter[])[];
  /** For any result and any media type. */
  readonly general: ScopedWriter | undefined;
}

/** A writer that is tried for a result. */
export interface WriterTry {
  readonly writer: Component<HttpResponseWriter>;
  readonly scope: string;
  /** The classes that the result is of; undefined for any. */
  readonly types?: readonly TypeToken[];
  /** The media types that the result is to be sent as; undefined for any. */
  readonly mediaTypes?: readonly string[];
  /** Whether it leaves streams and JSON to the built-in writer. */
  readonly general?: true;
}

/** How a route's results become responses. */
export interface WriterPlan {
  /** The media types that Accept chooses from, as they are sent; undefined: what the result is. */
  readonly offers: readonly string[] | undefined;
  /** The writer of a scope, which writes everything. */
  readonly own: ScopedWriter | undefined;
  /** In the order in which they are tried; a result that none of them is for is written by the built-in writer. */
  readonly tries: readonly WriterTry[];
  /** Those of all routes, for a Content-Type that the handler sets. */
  readonly registered: RegisteredWriters;
}
