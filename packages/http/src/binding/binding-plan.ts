import type { BodyBinding, Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { BodyHandlerLike, ContextProvider, ValueReader } from '../contract/roles.ts';
import type { Scoped } from '../contract/scoped.ts';
import type { Validator } from '../contract/validator.ts';

/** A binding and the components that produce its value. */
export interface BindingPlan {
  readonly binding: Binding;
  /** Reads the value from its string, in place of the type's conversion. */
  readonly reader?: Scoped<Component<ValueReader>>;
  /** The source of a context object; `filter` if no registered component supplies it. */
  readonly context?: 'request' | 'toolkit' | 'provider' | 'filter';
  readonly provider?: Scoped<Component<ContextProvider>>;
  /** For a bean: the plans of its parameters, followed by the plans of its fields. */
  readonly parts?: readonly BindingPlan[];
}

/** A reader that is considered for a body. */
export interface ReaderCandidate {
  readonly reader: Component<ValueReader>;
  readonly scope: string;
  /** The Content-Types that it reads; undefined for any. */
  readonly mediaTypes?: readonly string[];
}

/** A body that is bound as one argument. */
export interface WholeBodyPlan {
  readonly as: 'value';
  readonly binding: BodyBinding;
  /** Readers in the order in which they are tried. If none of them applies, the type's conversion reads the body. */
  readonly readers: readonly ReaderCandidate[];
  /** The media types for which readers are registered, listed in messages and documentation. */
  readonly mediaTypes: readonly string[];
  /** Readers that are registered for a media type of the body, but for a different type of value. */
  readonly incompatible: readonly Component<ValueReader>[];
}

/** How a request body is read. */
export type BodyPlan =
  | WholeBodyPlan
  | {
      readonly as: 'names';
      /** Whether a binding uses a name or a position. If not, the body is read only to reject unknown names. */
      readonly usesNames: boolean;
      /** Whether the body is ignored because it has no meaning for the route's method. */
      readonly ignored: boolean;
    }
  | { readonly as: 'form' }
  /** The body is a multipart form, and the handler gets its files from the context. */
  | { readonly as: 'files' };

/** The resolved bindings of a route. */
export interface RouteBindings {
  readonly route: Route;
  /** The names of the path variables, in the order of a match's values. */
  readonly variables: readonly string[];
  /** One plan per argument, in order. Routes that share this list also share its compiled form. */
  readonly bindings: readonly BindingPlan[];
  readonly body: BodyPlan | undefined;
  /** Undefined if the built-in body handler applies. */
  readonly bodyHandler: Scoped<BodyHandlerLike> | undefined;
  readonly validator: Validator | undefined;
}

/** Flattens a list of plans; each bean is followed by the plans inside it. */
export function flattenPlans(plans: readonly BindingPlan[]): readonly BindingPlan[] {
  if (plans.every(({ parts }) => parts === undefined)) return plans;
  return plans.flatMap((plan) => (plan.parts === undefined ? [plan] : [plan, ...flattenPlans(plan.parts)]));
}
