import { defined } from '@writ/diagnostics/internal';
import { captureOrigin, type AbstractClass, type RouteEvent } from '@writ/http/kernel';
import { createComponent } from '../components/component.ts';
import { EVENT, type EventSource } from '../components/roles.ts';
import { assertKnownOptions, type OptionNames } from '../recording/options.ts';
import { createScopeDecorator } from './scopes.ts';
import type { ScopeDecorator } from '../recording/decorator-types.ts';

/** The conditions under which an event listener runs; all specified conditions must be met. */
export interface EventOptions {
  /**
   * The response status: `any` or -2 for every status, -1 (default) for every 2xx status and, for errors of the type
   * `exception` or of one of the listener's types, for every status.
   */
  readonly response?: number | 'any';
  /** The class of the thrown error, or a base class. The listener then receives the error as its entity. */
  readonly exception?: AbstractClass;
  /**
   * Whether a listener with a type also runs for undefined and null, which have no type (default: false). A listener
   * without a type always runs.
   */
  readonly onEmpty?: boolean;
}

const OPTION_NAMES: OptionNames<EventOptions> = { response: true, exception: true, onEmpty: true };

/**
 * Returns an event listener (a class, an instance or a function) with its conditions, for {@link Events}.
 *
 * @throws TypeError for an unknown option
 */
export function Event<T = any>(event: EventSource<T>, options: EventOptions = {}): RouteEvent {
  assertKnownOptions('Event', options, OPTION_NAMES);
  const { response, exception, onEmpty } = options;
  const status = response === -2 ? 'any' : response;
  return {
    event: createComponent(EVENT, event, captureOrigin(Event)),
    ...(status === undefined || status === -1 ? {} : { response: status }),
    // An undefined class is reported as a finding, unlike an omitted option.
    ...('exception' in options ? { exception: exception! } : {}),
    ...defined({ onEmpty }),
  };
}

/**
 * Adds event listeners, which run when the response is final, before it ends: first those of the class, then those of
 * the method. Unlike other annotations, they are not inherited: a subclass or an overriding method must declare its
 * own.
 */
export function Events(...events: readonly RouteEvent[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'events', events }, captureOrigin(Events));
}
