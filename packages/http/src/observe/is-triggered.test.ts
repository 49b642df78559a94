import { expect, it } from 'vitest';
import type { TypeToken } from '../contract/component.ts';
import type { RouteEvent } from '../contract/scope.ts';
import { isTriggered } from './is-triggered.ts';

class Note {}
class SpecialNote extends Note {}
class Fault extends Error {}
class SpecialFault extends Fault {}

const event = (conditions: Omit<RouteEvent, 'event'> = {}, ...types: readonly TypeToken[]): RouteEvent => ({
  event: { name: 'E', instance: { execute() {} }, ...(types.length > 0 && { types }) },
  ...conditions,
});
const returned = (entity: unknown) => ({ entity, thrown: false });
const thrown = (entity: unknown) => ({ entity, thrown: true });

it.each([
  ['an unconditional event for any 2xx', event(), returned({}), 299, true],
  ['an unconditional event for a status below 2xx', event(), returned({}), 199, false],
  ['an unconditional event for a status above 2xx', event(), returned({}), 300, false],
  ["a result of the event's type", event({}, Note), returned(new Note()), 200, true],
  ["a result of a subclass of the event's type", event({}, Note), returned(new SpecialNote()), 201, true],
  ['a result of another type', event({}, Note), returned({}), 200, false],
  ['a string for the type String', event({}, String), returned('text'), 200, true],
  ['a result of one of several types', event({}, Fault, Note), returned(new Note()), 200, true],
  ['an event without types for an error', event(), thrown(new Fault()), 500, false],
  ['an event without types for an error with a 2xx response', event(), thrown(new Fault()), 200, true],
  ["an error of the event's type", event({}, Fault), thrown(new Fault()), 500, true],
  ['an error of another type', event({}, Note), thrown(new Fault()), 500, false],
  ['a result for an error type', event({}, Fault), returned(new Note()), 200, false],
  ["the event's status", event({ response: 301 }), returned({}), 301, true],
  ['another status', event({ response: 301 }), returned({}), 200, false],
  ["the event's status but another type", event({ response: 200 }, Note), returned({}), 200, false],
  ["an error with the event's status", event({ response: 404 }), thrown(new Fault()), 404, true],
  ["the event's exception", event({ exception: Fault }), thrown(new Fault()), 500, true],
  ["a subclass of the event's exception", event({ exception: Fault }), thrown(new SpecialFault()), 400, true],
  ['another exception', event({ exception: SpecialFault }), thrown(new Fault()), 500, false],
  [
    "the event's exception regardless of the event's types",
    event({ exception: Fault }, Note),
    thrown(new Fault()),
    500,
    true,
  ],
  ["the event's exception as a result", event({ exception: Fault }), returned(new Fault()), 200, false],
  [
    "the event's exception and status",
    event({ exception: Fault, response: 400 }),
    thrown(new Fault()),
    400,
    true,
  ],
  [
    "the event's exception but another status",
    event({ exception: Fault, response: 400 }),
    thrown(new Fault()),
    406,
    false,
  ],
  [
    "the event's status but another exception",
    event({ exception: SpecialFault, response: 400 }),
    thrown(new Fault()),
    400,
    false,
  ],
  ['a thrown string', event({ exception: String }), thrown('text'), 500, true],
  ['any status', event({ response: 'any' }, Note), returned(new Note()), 404, true],
  ['any status but another type', event({ response: 'any' }, Note), returned({}), 404, false],
  ['an error with any status', event({ response: 'any' }), thrown(new Fault()), 500, true],
  ['an undefined result without types', event(), returned(undefined), 204, true],
  ['a null result with a type', event({}, Note), returned(null), 200, false],
  ['a null result with a type and onEmpty', event({ onEmpty: true }, Note), returned(null), 200, true],
  [
    'an undefined result with another status',
    event({ onEmpty: true, response: 201 }, Note),
    returned(undefined),
    200,
    false,
  ],
])('isTriggered compares an event with an outcome: %s', (_name, routeEvent, outcome, status, runs) => {
  expect(isTriggered(routeEvent, outcome, status)).toBe(runs);
});
