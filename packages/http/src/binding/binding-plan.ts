import type { BodyBinding, Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { BodyHandlerLike, ContextProvider, ValueReader } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';
import type { Validator } from '../contract/validator.ts';

/** A binding with what makes its value. */
export interface BindingPlan {
  readonly binding: Binding;
  /** Reads the value from its string, instead of the type's conversion. */
  readonly reader?: Scoped<Component<ValueReader>>;
  /** The source of a context object: `filter` if no registered component supplies it. */
  readonly context?: 'request' | 'toolkit' | 'provider' | 'filter';
  readonly provider?: Scoped<Component<ContextProvider>>;
  /** For a bean: the plans of its parameters, then those of its fields. */
  readonly parts?: readonly BindingPlan[];
}

/** A reader that may read a body. */
export interface ReaderCandidate {
  readonly reader: Component<ValueReader>;
  readonly scope: string;
  /** The Content-Types that it applies to; undefined for any. */
  readonly mediaTypes?: readonly string[];
}

/** A body that is one argument. */
export interface WholeBodyPlan {
  readonly as: 'value';
  readonly binding: BodyBinding;
  /** In the order in which they are tried; if none applies to the body, the conversion of its type reads it. */
  readonly readers: readonly ReaderCandidate[];
  /** The media types that readers are registered for, for messages and documents. */
  readonly mediaTypes: readonly string[];
  /** Registered for a media type of the body, but for another type than the body's. */
  readonly incompatible: readonly Component<ValueReader>[];
}

/** How the body of a request is read. */
export type BodyPlan =
  | WholeBodyPlan
  | {
      readonly as: 'names';
      /** Whether a binding uses a name or a position; otherwise names are only refused. */
      readonly taken: boolean;
      /** Whether bodies have no meaning for the route's method: then the body is not read. */
      readonly ignored: boolean;
    }
  | { readonly as: 'form' }
  /** A multipart form, whose files the handler finds in its context. */
  | { readonly as: 'files' };

/** The arguments of a route, resolved. */
export interface RouteBindings {
  readonly route: Route;
  /** The names of the path's variables, in the order of the values of a match. */
  readonly variables: readonly string[];
  /** One for each argument, in order. */
  readonly bindings: readonly BindingPlan[];
  readonly body: BodyPlan | undefined;
  /** Undefined for the built-in one. */
  readonly bodyHandler: Scoped<BodyHandlerLike> | undefined;
  readonly validator: Validator | undefined;
}

/** All bindings: those inside of beans after the bean. */
export function flattenPlans(plans: readonly BindingPlan[]): readonly BindingPlan[] {
  return plans.flatMap((plan) => (plan.parts === undefined ? [plan] : [plan, ...flattenPlans(plan.parts)]));
}
