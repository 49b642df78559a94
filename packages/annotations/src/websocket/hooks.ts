import { captureOrigin, type Bindable, type InferValues } from '@writ/http/kernel';
import type { VerbDecorator } from '../decorators/verbs.ts';
import { toParam } from '../decorators/verbs.ts';
import { HOOK_ANNOTATIONS } from '../reading/hooks.ts';
import { assertCalled } from '../recording/assert-called.ts';
import { readTarget, type DecoratorArguments } from '../recording/decorator-target.ts';
import { recordAnnotation } from '../recording/record-annotation.ts';
import type { HookRecord } from '../recording/records.ts';

/** An annotation for a hook. With bindings, the compiler checks the method's parameters against them. */
export interface HookAnnotation {
  <B extends readonly Bindable[]>(...bindings: B): VerbDecorator<HookMethod<B>>;
}

type HookMethod<B extends readonly Bindable[]> = B extends readonly []
  ? (...args: any[]) => unknown
  : (...args: InferValues<B>) => unknown;

function createHook(hook: HookRecord['hook']): HookAnnotation {
  const name = HOOK_ANNOTATIONS[hook];
  const annotate: HookAnnotation = (...bindings) => {
    const origin = captureOrigin(annotate);
    assertCalled(bindings, `@${name}()`);
    const params = bindings.map((each) => toParam(each, name));
    return (...given: DecoratorArguments): void =>
      recordAnnotation({ kind: 'hook', hook, params, origin }, readTarget(given));
  };
  return annotate;
}

/** Calls the method when a connection is open, before the first message. */
export const OnOpen: HookAnnotation = createHook('open');

/**
 * Calls the method for each message. The parameter without an annotation, or with `@BodyParam`, receives the message:
 * as text if its type is `string`, as bytes if its type is `Uint8Array`, and otherwise as the converted JSON. A result
 * other than undefined is sent to the client.
 */
export const OnMessage: HookAnnotation = createHook('message');

/** Calls the method after the connection has closed. A parameter with `@Context` receives the {@link CloseReason}. */
export const OnClose: HookAnnotation = createHook('close');

/**
 * Calls the method for an error of another hook and for an invalid message. A parameter with `@Context` receives the
 * `Error`. The connection remains open unless the method closes it.
 */
export const OnError: HookAnnotation = createHook('error');
