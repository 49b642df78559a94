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
  ['no condition, any 2xx', event(), returned({}), 299, true],
  ['no condition, a status below 2xx', event(), returned({}), 199, false],
  ['no condition, a status above 2xx', event(), returned({}), 300, false],
  ['its type', event({}, Note), returned(new Note()), 200, true],
  ['a class below its type', event({}, Note), returned(new SpecialNote()), 201, true],
  ['another type', event({}, Note), returned({}), 200, false],
  ['the type String', event({}, String), returned('text'), 200, true],
  ['one of several types', event({}, Fault, Note), returned(new Note()), 200, true],
  ['no type, an error', event(), thrown(new Fault()), 500, false],
  ['no type, an error that was answered with success', event(), thrown(new Fault()), 200, true],
  ['its type is the error', event({}, Fault), thrown(new Fault()), 500, true],
  ['its type is not the error', event({}, Note), thrown(new Fault()), 500, false],
  ['its type is an error, and none was thrown', event({}, Fault), returned(new Note()), 200, false],
  ['its status', event({ response: 301 }), returned({}), 301, true],
  ['another status', event({ response: 301 }), returned({}), 200, false],
  ['its status, another type', event({ response: 200 }, Note), returned({}), 200, false],
  ['its status, of an error', event({ response: 404 }), thrown(new Fault()), 404, true],
  ['its exception', event({ exception: Fault }), thrown(new Fault()), 500, true],
  ['a class below its exception', event({ exception: Fault }), thrown(new SpecialFault()), 400, true],
  ['another exception', event({ exception: SpecialFault }), thrown(new Fault()), 500, false],
  ['its exception, whatever its types', event({ exception: Fault }, Note), thrown(new Fault()), 500, true],
  ['its exception, returned and not thrown', event({ exception: Fault }), returned(new Fault()), 200, false],
  [
    'its exception and its status',
    event({ exception: Fault, response: 400 }),
    thrown(new Fault()),
    400,
    true,
  ],
  [
    'its exception, another status',
    event({ exception: Fault, response: 400 }),
    thrown(new Fault()),
    406,
    false,
  ],
  [
    'its status, another exception',
    event({ exception: SpecialFault, response: 400 }),
    thrown(new Fault()),
    400,
    false,
  ],
  ['a thrown string', event({ exception: String }), thrown('text'), 500, true],
  ['any status', event({ response: 'any' }, Note), returned(new Note()), 404, true],
  ['any status, another type', event({ response: 'any' }, Note), returned({}), 404, false],
  ['any status, an error', event({ response: 'any' }), thrown(new Fault()), 500, true],
  ['no entity, no type', event(), returned(undefined), 204, true],
  ['no entity, a type', event({}, Note), returned(null), 200, false],
  ['no entity, a type, also on empty', event({ onEmpty: true }, Note), returned(null), 200, true],
  [
    'no entity, another status',
    event({ onEmpty: true, response: 201 }, Note),
    returned(undefined),
    200,
    false,
  ],
])('isTriggered compares event and outcome: %s', (_name, routeEvent, outcome, status, runs) => {
  expect(isTriggered(routeEvent, outcome, status)).toBe(runs);
});
