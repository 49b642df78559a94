import { defined } from '@writ/diagnostics/internal';
import { captureOrigin, type AbstractClass, type RouteEvent } from '@writ/http/kernel';
import { createComponent } from '../components/component.ts';
import { EVENT, type EventSource } from '../components/roles.ts';
import { assertKnownOptions, type OptionNames } from '../recording/options.ts';
import { createScopeDecorator } from './scopes.ts';
import type { ScopeDecorator } from '../recording/decorator-types.ts';

/** When an event runs; what is said twice must hold twice. */
export interface EventOptions {
  /** The final status; `any` or -2 for whatever it is. When not given, or -1: any 2xx. */
  readonly response?: number | 'any';
  /** What must have been thrown, or a class above it. The entity is the error then. */
  readonly exception?: AbstractClass;
  /** Also runs for undefined and null, which are of no type. */
  readonly onEmpty?: boolean;
}

const OPTION_NAMES: OptionNames<EventOptions> = { response: true, exception: true, onEmpty: true };

/** An event and when it runs, for {@link Events}: a class, an instance or a function. */
export function Event<T = any>(event: EventSource<T>, options: EventOptions = {}): RouteEvent {
  assertKnownOptions('Event', options, OPTION_NAMES);
  const { response, exception, onEmpty } = options;
  const status = response === -2 ? 'any' : response;
  return {
    event: createComponent(EVENT, event, captureOrigin(Event)),
    ...(status === undefined || status === -1 ? {} : { response: status }),
    // A class that is not there yet is a finding; one that is not asked for is none.
    ...('exception' in options ? { exception: exception! } : {}),
    ...defined({ onEmpty }),
  };
}

/**
 * What happens once the answer is made: those of the class, then those of the method. Unlike other annotations they are
 * not inherited: a subclass says its own, and so does a method that takes the place of another.
 */
export function Events(...events: readonly RouteEvent[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'events', events }, captureOrigin(Events));
}
