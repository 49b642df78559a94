import type { Component, TypeToken } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';

export type ScopedWriter = Scoped<Component<HttpResponseWriter>>;

/** The registered writers, grouped by the results that they write. */
export interface RegisteredWriters {
  /**
   * Writers for classes, beginning with those of the nearest registry. Within a registry, they are in registration
   * order.
   */
  readonly typed: readonly ScopedWriter[];
  /** Writers for media types, in one list per registry. Within a list, the writer that was registered last is first. */
  readonly byMedia: readonly (readonly ScopedWriter[])[];
  /** The writer that accepts any result and any media type. */
  readonly general: ScopedWriter | undefined;
}

/** A writer and the results for which it is tried. */
export interface WriterTry {
  readonly writer: Component<HttpResponseWriter>;
  readonly scope: string;
  /** Classes of results, or undefined for any class. */
  readonly types?: readonly TypeToken[];
  /** Media types of the response, or undefined for any media type. */
  readonly mediaTypes?: readonly string[];
  /** Whether streams and JSON are left to the built-in writer. */
  readonly general?: true;
}

/** The writers that turn a route's results into responses. */
export interface WriterPlan {
  /**
   * Media types from which the one that Accept prefers is chosen, in the form in which they are sent. Undefined if the
   * type depends on the result.
   */
  readonly offers: readonly string[] | undefined;
  /** The writer that a scope sets for all results. */
  readonly own: ScopedWriter | undefined;
  /** Writers in the order in which they are tried. If none of them applies, the built-in writer is used. */
  readonly tries: readonly WriterTry[];
  /** All registered writers, for a Content-Type that the handler sets. */
  readonly registered: RegisteredWriters;
}
