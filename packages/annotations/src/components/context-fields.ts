import {
  EventBus,
  HttpError,
  HttpRequest,
  HttpResponse,
  RoutingContext,
  Toolkit,
  User,
  type Type,
} from '@writ/http';
import { instanceOf, type ContextBinding } from '@writ/http/kernel';
import { knownFields } from '../recording/fields.ts';
import { definitionOf, RouteDefinition } from '../recording/route-definition.ts';
import { fieldType } from '../recording/metadata.ts';
import type { Class } from '../recording/reflection.ts';
import { declaredType } from '../reading/types.ts';
import { readFieldBinding } from '../reading/modifiers.ts';

type ContextGetter = (context: RoutingContext) => unknown;

const BUILT_IN_CONTEXTS: ReadonlyMap<unknown, ContextGetter> = new Map<unknown, ContextGetter>([
  [HttpRequest, ({ request }: RoutingContext) => request],
  [HttpResponse, ({ response }: RoutingContext) => response],
  [RoutingContext, (context: RoutingContext) => context],
  [AbortSignal, ({ signal }: RoutingContext) => signal],
  [Toolkit, ({ toolkit }: RoutingContext) => toolkit],
  [EventBus, ({ toolkit }: RoutingContext) => toolkit.eventBus],
  [RouteDefinition, ({ route }: RoutingContext) => definitionOf(route)],
  [User, ({ user }: RoutingContext) => user],
]);

/** Returns the `@Context` fields of a component, each with a function that returns its value for a request. */
export function contextFieldsOf(
  type: Class,
): readonly (readonly [name: string | symbol, fill: ContextGetter])[] {
  return knownFields(type).flatMap(({ name, owner, annotations }) => {
    const binding = readFieldBinding(annotations);
    if (binding?.source !== 'context') return [];
    const declared = binding.type ?? declaredType(fieldType(owner, name));
    return [
      [name, createContextGetter({ ...binding, type: declared } as ContextBinding, String(name))] as const,
    ];
  });
}

function createContextGetter(binding: ContextBinding, field: string): ContextGetter {
  const { provider } = binding;
  const type: Type = binding.type;
  const optional = typeof type === 'object' && 'kind' in type;
  const token: unknown = optional ? type.of : type;
  const find: ContextGetter =
    provider === undefined
      ? (BUILT_IN_CONTEXTS.get(token) ?? (() => undefined))
      : (context) => instanceOf(provider, context).provide(context.request);
  return (context) => {
    const value = find(context) ?? undefined;
    if (value === undefined && !optional) throw new HttpError(400, `no provider or filter supplies ${field}`);
    if (value instanceof Promise) throw new TypeError(`the provider of ${field} must not be asynchronous`);
    return value;
  };
}

/** Whether the type is available without a provider. */
export function isBuiltInContext(type: unknown): boolean {
  return BUILT_IN_CONTEXTS.has(type);
}
