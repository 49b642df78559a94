import { isDeepStrictEqual } from 'node:util';
import { requiredOf, type Binding, type BodyBinding } from '@writ/http/kernel';
import { WebSocketConnection } from '@writ/http/websocket';
import type { Finding } from '../findings/finding.ts';
import { HOOK_ANNOTATIONS } from '../reading/hooks.ts';
import { annotationName } from '../reading/modifiers.ts';
import type { HookRecord } from '../recording/records.ts';
import { CloseReason } from './close-reason.ts';

type Hook = HookRecord['hook'];

/** The values of one call of a hook. */
export interface HookCall {
  readonly connection: WebSocketConnection;
  readonly message?: unknown;
  readonly reason?: CloseReason;
  readonly error?: Error;
}

/** An argument of a hook: a part of the call, or the index of a binding, whose value the handshake has supplied. */
export type HookArgument = keyof HookCall | number;

/** The bindings of the handshake and of the message, which the hooks of a class share. */
export class HookBindings {
  readonly handshake: Binding[] = [];
  message: BodyBinding | undefined;

  /** Returns the arguments of a hook. Equal bindings of several hooks are bound once. */
  add(hook: Hook, label: string, bindings: readonly Binding[], findings: Finding[]): readonly HookArgument[] {
    return bindings.flatMap((binding): readonly HookArgument[] => {
      const part = partOf(binding);
      if (part === undefined && binding.source !== 'form') return [this.#indexOf(binding)];
      const only = part === undefined ? undefined : HOOKS[part];
      if (part === undefined || (only !== undefined && only !== hook)) {
        findings.push(unavailable(hook, label, binding, only));
        return [];
      }
      if (binding.source === 'body') {
        if (binding.reader !== undefined) findings.push(readerOfMessage(label, binding));
        this.message = binding;
      }
      return [part];
    });
  }

  #indexOf(binding: Binding): number {
    const known = this.handshake.findIndex((each) => isSameBinding(each, binding));
    return known === -1 ? this.handshake.push(binding) - 1 : known;
  }
}

/** The parts of a call that only one hook has, each with that hook. */
const HOOKS: Readonly<Partial<Record<keyof HookCall, Hook>>> = {
  message: 'message',
  reason: 'close',
  error: 'error',
};

const CONTEXT: ReadonlyMap<unknown, keyof HookCall> = new Map<unknown, keyof HookCall>([
  [WebSocketConnection, 'connection'],
  [CloseReason, 'reason'],
  [Error, 'error'],
]);

/** Returns the part of a call that a binding refers to; undefined if it refers to the handshake. */
function partOf(binding: Binding): keyof HookCall | undefined {
  if (binding.source === 'body') return 'message';
  return binding.source === 'context' ? CONTEXT.get(requiredOf(binding.type)) : undefined;
}

function isSameBinding(one: Binding, other: Binding): boolean {
  return isDeepStrictEqual({ ...one, origin: undefined }, { ...other, origin: undefined });
}

function unavailable(hook: Hook, label: string, binding: Binding, only: Hook | undefined): Finding {
  const type =
    binding.source === 'context' ? (requiredOf(binding.type) as { readonly name: string }).name : '';
  return {
    rule: 'unavailable-in-hook',
    origin: binding.origin ?? {},
    message: () =>
      `@${annotationName(binding.source)}(${type}) of ${label} is not available in a method with @${HOOK_ANNOTATIONS[hook]}()`,
    hint: () =>
      only === undefined
        ? 'the opening handshake has no body: use @QueryParam, or receive the value in a message'
        : `only the method with @${HOOK_ANNOTATIONS[only]}() receives it`,
  };
}

function readerOfMessage(label: string, { origin = {} }: BodyBinding): Finding {
  return {
    rule: 'not-for-web-sockets',
    origin,
    message: () => `the message of ${label} has a reader, but messages are text, bytes or JSON`,
    hint: () => 'declare the parameter as string or Uint8Array and convert it in the method',
  };
}
