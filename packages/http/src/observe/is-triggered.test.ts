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
const gave = (entity: unknown) => ({ entity, thrown: false });
const threw = (entity: unknown) => ({ entity, thrown: true });

it.each([
  ['no condition, any 2xx', event(), gave({}), 299, true],
  ['no condition, below', event(), gave({}), 199, false],
  ['no condition, above', event(), gave({}), 300, false],
  ['its type', event({}, Note), gave(new Note()), 200, true],
  ['a class below its type', event({}, Note), gave(new SpecialNote()), 201, true],
  ['another type', event({}, Note), gave({}), 200, false],
  ['a type of text', event({}, String), gave('text'), 200, true],
  ['one of several types', event({}, Fault, Note), gave(new Note()), 200, true],
  ['no type, an error', event(), threw(new Fault()), 500, false],
  ['no type, an error that was answered with success', event(), threw(new Fault()), 200, true],
  ['its type is the error', event({}, Fault), threw(new Fault()), 500, true],
  ['its type is not the error', event({}, Note), threw(new Fault()), 500, false],
  ['its type is an error, and none was thrown', event({}, Fault), gave(new Note()), 200, false],
  ['its status', event({ response: 301 }), gave({}), 301, true],
  ['not its status', event({ response: 301 }), gave({}), 200, false],
  ['its status, another type', event({ response: 200 }, Note), gave({}), 200, false],
  ['its status, of an error', event({ response: 404 }), threw(new Fault()), 404, true],
  ['its exception', event({ exception: Fault }), threw(new Fault()), 500, true],
  ['a class below its exception', event({ exception: Fault }), threw(new SpecialFault()), 400, true],
  ['another exception', event({ exception: SpecialFault }), threw(new Fault()), 500, false],
  ['its exception, whatever its types', event({ exception: Fault }, Note), threw(new Fault()), 500, true],
  ['its exception, given and not thrown', event({ exception: Fault }), gave(new Fault()), 200, false],
  ['both', event({ exception: Fault, response: 400 }), threw(new Fault()), 400, true],
  [
    'its exception, not its status',
    event({ exception: Fault, response: 400 }),
    threw(new Fault()),
    406,
    false,
  ],
  [
    'its status, not its exception',
    event({ exception: SpecialFault, response: 400 }),
    threw(new Fault()),
    400,
    false,
  ],
  ['what was thrown is a text', event({ exception: String }), threw('text'), 500, true],
  ['any status', event({ response: 'any' }, Note), gave(new Note()), 404, true],
  ['any status, another type', event({ response: 'any' }, Note), gave({}), 404, false],
  ['any status, an error', event({ response: 'any' }), threw(new Fault()), 500, true],
  ['no entity, no type', event(), gave(undefined), 204, true],
  ['no entity, a type', event({}, Note), gave(null), 200, false],
  ['no entity, a type, also on empty', event({ onEmpty: true }, Note), gave(null), 200, true],
  ['no entity, not its status', event({ onEmpty: true, response: 201 }, Note), gave(undefined), 200, false],
])('%s', (_name, of, outcome, status, runs) => {
  expect(isTriggered(of, outcome, status)).toBe(runs);
});
