import type { BodyBinding, Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { BodyHandlerLike, ContextProvider, ValueReader } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';
import type { Validator } from '../contract/validator.ts';

/** A binding with the components that produce its value. */
export interface BindingPlan {
  readonly binding: Binding;
  /** Reads the value from its string in place of the type's conversion. */
  readonly reader?: Scoped<Component<ValueReader>>;
  /** The source of a context object: `filter` if no registered component supplies it. */
  readonly context?: 'request' | 'toolkit' | 'provider' | 'filter';
  readonly provider?: Scoped<Component<ContextProvider>>;
  /** For a bean: the plans of its parameters, followed by those of its fields. */
  readonly parts?: readonly BindingPlan[];
}

/** A reader that is considered for a body. */
export interface ReaderCandidate {
  readonly reader: Component<ValueReader>;
  readonly scope: string;
  /** The Content-Types to which it applies; undefined for any. */
  readonly mediaTypes?: readonly string[];
}

/** A body that is bound as one argument. */
export interface WholeBodyPlan {
  readonly as: 'value';
  readonly binding: BodyBinding;
  /**
   * Readers in the order in which they are tried. If none applies, the conversion of the type reads the body.
   */
  readonly readers: readonly ReaderCandidate[];
  /** The media types for which readers are registered; for messages and documentation. */
  readonly mediaTypes: readonly string[];
  /** Readers registered for a media type of the body but for a different type. */
  readonly incompatible: readonly Component<ValueReader>[];
}

/** How the body of a request is read. */
export type BodyPlan =
  | WholeBodyPlan
  | {
      readonly as: 'names';
      /**
       * Whether a binding uses a name or a position; otherwise the body is read only to reject unknown names.
       */
      readonly usesNames: boolean;
      /** Whether the body is not read, because it has no meaning for the route's method. */
      readonly ignored: boolean;
    }
  | { readonly as: 'form' }
  /** A multipart form whose files the handler reads from its context. */
  | { readonly as: 'files' };

/** The resolved arguments of a route. */
export interface RouteBindings {
  readonly route: Route;
  /** The names of the path's variables, in the order of the values of a match. */
  readonly variables: readonly string[];
  /** One plan per argument, in order. */
  readonly bindings: readonly BindingPlan[];
  readonly body: BodyPlan | undefined;
  /** Undefined for the built-in body handler. */
  readonly bodyHandler: Scoped<BodyHandlerLike> | undefined;
  readonly validator: Validator | undefined;
}

/** All bindings; each bean is followed by the bindings inside it. */
export function flattenPlans(plans: readonly BindingPlan[]): readonly BindingPlan[] {
  return plans.flatMap((plan) => (plan.parts === undefined ? [plan] : [plan, ...flattenPlans(plan.parts)]));
}
