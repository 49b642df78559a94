import type { BodyBinding, Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { BodyHandlerLike, ContextProvider, ValueReader } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';
import type { Validator } from '../contract/validator.ts';

/** A binding with what makes its value. */
export interface BindingPlan {
  readonly binding: Binding;
  /** Makes the value from its string, in place of the type's conversion. */
  readonly reader?: Scoped<Component<ValueReader>>;
  /** Where a context comes from; a filter leaves it when nothing that is registered provides it. */
  readonly context?: 'request' | 'toolkit' | 'provider' | 'filter';
  readonly provider?: Scoped<Component<ContextProvider>>;
  /** Of a bean: those of its parameters, then those of its fields. */
  readonly parts?: readonly BindingPlan[];
}

/** A reader that is tried for a body. */
export interface ReaderCandidate {
  readonly reader: Component<ValueReader>;
  readonly scope: string;
  /** The Content-Types that it is tried for; undefined for any. */
  readonly mediaTypes?: readonly string[];
}

/** A body that one argument takes as a whole. */
export interface WholeBodyPlan {
  readonly as: 'value';
  readonly binding: BodyBinding;
  /** In the order in which they are tried; where none is for the body, the conversion of its type reads it. */
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
      /** Whether some binding takes a name or a place; else names are only refused. */
      readonly taken: boolean;
      /** Whether the route's method gives a body no meaning: it is not read. */
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
