import { hasTrait } from '../contract/binding-sources.ts';
import { HttpRequest } from '../contract/http-request.ts';
import { RoutingContext } from '../contract/context.ts';
import type { Binding, Route } from '../contract/route.ts';
import { resolveOffers } from '../writing/offers.ts';

/** The media types that a route consumes and produces. An empty list means any type. */
export interface MediaPlan {
  readonly consumes: readonly string[];
  /** The media types as sent, including the charset. */
  readonly produces: readonly string[];
}

/** Resolves the media types of a route. Returns undefined if it consumes and produces any type. */
export function resolveMedia(route: Route): MediaPlan | undefined {
  const consumes = readsBody(route) ? (route.consumes ?? []) : [];
  const produces = resolveOffers(route.produces) ?? [];
  return consumes.length === 0 && produces.length === 0 ? undefined : { consumes, produces };
}

/** Whether the handler receives the body, or an object that can read the body. */
function readsBody({ bindings }: Route): boolean {
  return bindings.some(mayTakeBody);
}

function mayTakeBody(binding: Binding): boolean {
  if (binding.source === 'context') {
    const type = 'kind' in binding.type ? binding.type.of : binding.type;
    return type === HttpRequest || type === RoutingContext;
  }
  if (binding.source === 'bean')
    return [...binding.parameters, ...binding.fields.map((field) => field.binding)].some(mayTakeBody);
  return hasTrait(binding, 'from-body');
}
