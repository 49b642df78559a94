import { defined } from '@writ/diagnostics/internal';
import type { Route, Type } from '@writ/http';
import { isKind, isThenable, requiredOf, type BodyBinding } from '@writ/http/kernel';
import { toWebSocketRoute, type WebSocketConnection, type WebSocketHooks } from '@writ/http/websocket';
import { resolveBindings } from '../collect/bindings.ts';
import { checkAnnotations } from '../collect/endpoint-findings.ts';
import { resolveClassScopes } from '../collect/route-scopes.ts';
import type { WebSocketClass } from '../collect/web-socket-routes.ts';
import type { Finding } from '../findings/finding.ts';
import { toVerb, withVerbs } from '../reading/hooks.ts';
import { classNameOf, nearestAnnotation, type Method } from '../reading/method.ts';
import { webSocketPathOf } from '../reading/path.ts';
import type { HookRecord } from '../recording/records.ts';
import { propertyOf } from '../recording/reflection.ts';
import { CloseReason } from './close-reason.ts';
import { HookBindings, type HookArgument, type HookCall } from './hook-arguments.ts';
import {
  checkClassAnnotations,
  checkHookAnnotations,
  invalidOption,
  missingHooks,
  missingPath,
  repeatedHook,
} from './web-socket-findings.ts';

/** A method that is called for a connection. */
interface Hook {
  readonly method: Method;
  readonly args: readonly HookArgument[];
}

type Hooks = ReadonlyMap<HookRecord['hook'], Hook>;

/** Creates the route of a WebSocket class; returns undefined if there are findings. */
export function resolveWebSocketRoute(target: WebSocketClass, findings: Finding[]): Route | undefined {
  const { type, methods, scope, make, registries } = target;
  const annotation = nearestAnnotation(scope, 'webSocket')!;
  const before = findings.length;
  const path = webSocketPathOf(scope);
  if (path === undefined) findings.push(missingPath(type, annotation.origin));
  findings.push(...checkClassAnnotations(type, scope));
  const bindings = new HookBindings();
  const hooks = resolveHooks(methods, scope, bindings, findings);
  if (hooks.size === 0 && findings.length === before) findings.push(missingHooks(type, annotation.origin));
  if (path === undefined || findings.length > before) return undefined;
  const scopes = resolveClassScopes(type, scope);
  const { message } = bindings;
  const plain: Route = {
    method: 'GET',
    path,
    bindings: bindings.handshake,
    handler: (...values: unknown[]) => createHooks(make(), hooks, values),
    ...(scopes.length === 0 ? {} : { scopes }),
    origin: { ...annotation.origin, className: classNameOf(type), method: 'WebSocket' },
  };
  try {
    return toWebSocketRoute(
      plain,
      { ...annotation.options, ...defined({ message: messageTypeOf(message) }) },
      { ...defined({ valid: message?.valid }), validator: () => registries?.validator },
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    findings.push(invalidOption(type, error, annotation.origin, message?.origin));
    return undefined;
  }
}

function resolveHooks(
  methods: readonly Method[],
  scope: WebSocketClass['scope'],
  bindings: HookBindings,
  findings: Finding[],
): Hooks {
  const hooks = new Map<HookRecord['hook'], Hook>();
  for (const method of methods) {
    for (const annotations of method.levels) checkAnnotations(method.label, annotations, findings);
    findings.push(...checkHookAnnotations(method));
    const record = nearestAnnotation(method.levels, 'hook');
    if (record === undefined) continue;
    const first = hooks.get(record.hook);
    if (first !== undefined) findings.push(repeatedHook(method, first.method, record));
    const bound = resolveBindings(withVerbs(method), toVerb(record), scope, findings);
    hooks.set(record.hook, { method, args: bindings.add(record.hook, method.label, bound, findings) });
  }
  return hooks;
}

/** Returns the type of messages; undefined if no parameter receives them, or if strings and bytes are accepted. */
function messageTypeOf(binding: BodyBinding | undefined): Type | undefined {
  if (binding === undefined) return undefined;
  const type = requiredOf(binding.type);
  const isEither = isKind(type, 'union') && type.of.every((each) => each === String || each === Uint8Array);
  return isEither ? undefined : type;
}

/** Returns the hooks for one connection. */
function createHooks(instance: object, hooks: Hooks, values: readonly unknown[]): WebSocketHooks {
  const caller = (name: HookRecord['hook']): ((call: HookCall) => unknown) | undefined => {
    const hook = hooks.get(name);
    if (hook === undefined) return undefined;
    const method = propertyOf(instance, hook.method.name) as (...args: unknown[]) => unknown;
    return (call) => {
      const args = hook.args.map((each) => (typeof each === 'number' ? values[each] : call[each]));
      return method.apply(instance, args);
    };
  };
  const [open, message, close, error] = (['open', 'message', 'close', 'error'] as const).map(caller);
  return {
    ...(open && { open: async (connection) => void (await open({ connection })) }),
    ...(message && {
      message: (connection, value) => reply(connection, message({ connection, message: value })),
    }),
    ...(close && {
      close: async (connection, code, reason) =>
        void (await close({ connection, reason: new CloseReason(code, reason) })),
    }),
    ...(error && {
      error: async (connection, thrown) => void (await error({ connection, error: toError(thrown) })),
    }),
  };
}

/** Sends the result of a method with `@OnMessage` unless it is undefined. */
function reply(connection: WebSocketConnection, result: unknown): void | Promise<void> {
  if (isThenable(result)) return Promise.resolve(result).then((value) => reply(connection, value));
  return result === undefined ? undefined : connection.send(result);
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error('a hook has thrown a value that is not an error', { cause: thrown });
}
