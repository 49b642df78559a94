import type { Component, TypeToken } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';

export type ScopedWriter = Scoped<Component<HttpResponseWriter>>;

/** The registered writers, grouped by what they write. */
export interface RegisteredWriters {
  /** Writers for classes, in the order of registration, the nearest registry first. */
  readonly typed: readonly ScopedWriter[];
  /** Writers for media types, a list for each registry, the last registered first. */
  readonly byMedia: readonly (readonly ScopedWriter[])[];
  /** The writer for any result and any media type. */
  readonly general: ScopedWriter | undefined;
}

/** A writer with the results that it is tried for. */
export interface WriterTry {
  readonly writer: Component<HttpResponseWriter>;
  readonly scope: string;
  /** Classes of the result; undefined for any. */
  readonly types?: readonly TypeToken[];
  /** Media types of the response; undefined for any. */
  readonly mediaTypes?: readonly string[];
  /** Whether streams and JSON are left to the built-in writer. */
  readonly general?: true;
}

/** How a route's results become responses. */
export interface WriterPlan {
  /** Media types from which Accept selects, as they are sent; undefined if the type follows from the result. */
  readonly offers: readonly string[] | undefined;
  /** The writer that a scope sets for all results. */
  readonly own: ScopedWriter | undefined;
  /** Writers in the order in which they are tried; the built-in writer is the last resort. */
  readonly tries: readonly WriterTry[];
  /** All registered writers, for a Content-Type that the handler sets. */
  readonly registered: RegisteredWriters;
}
