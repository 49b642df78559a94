import { expect, it } from 'vitest';
import { classValidator, codec, events, files, HttpError, oneOf, Toolkit } from '../index.ts';

async function* nothing(): AsyncGenerator<{ readonly data: unknown }> {}

const parse = (text: string): string => text;

it.each<[string, (options: never) => unknown, object | undefined, string]>([
  ['codec', codec, { name: 'x', prase: parse }, 'codec has no option "prase": did you mean parse?'],
  ['codec', codec, { name: 'x' }, 'codec: parse must be a function, not undefined'],
  ['oneOf', () => oneOf(), undefined, `oneOf takes at least one value: oneOf('a', 'b')`],
  [
    'oneOf',
    oneOf,
    ['a', 'b'],
    'oneOf takes strings, numbers and booleans, not a value of type object: write oneOf(...values)',
  ],
  ['events', (given) => events(nothing(), given), { hartbeat: 5 }, 'did you mean heartbeat?'],
  [
    'events',
    (given) => events(nothing(), given),
    { heartbeat: '5' },
    'events: heartbeat must be a number, not "5"',
  ],
  [
    'HttpError',
    (given) => new HttpError(404, given),
    { detial: 'x' },
    'HttpError has no option "detial": did you mean detail?',
  ],
  ['classValidator', classValidator, {}, 'classValidator: validate must be a function, not undefined'],
  ['classValidator', classValidator, { valdate: parse }, 'did you mean validate?'],
  [
    'Toolkit',
    (given) => new Toolkit(given),
    { logger: {} },
    'Toolkit: logger has no method info: pass an object with info, warn, error',
  ],
  ['Toolkit', (given) => new Toolkit(given), { json: { parse } }, 'Toolkit: json has no method stringify'],
  [
    'Toolkit',
    (given) => new Toolkit(given),
    { unhandledRejections: 'x' },
    `Toolkit: unhandledRejections must be 'log' or 'throw', not "x"`,
  ],
  [
    'Toolkit',
    (given) => new Toolkit(given),
    { inherit: 'no' },
    'Toolkit: inherit must be true or false, not "no"',
  ],
  [
    'Toolkit',
    (given) => new Toolkit(given),
    { validateResponses: 'yes' },
    'Toolkit: validateResponses must be true or false, not "yes"',
  ],
  [
    'files',
    (given) => files('webroot', given),
    { index: 5 },
    'index, unless it is false, must be a string, not 5',
  ],
  [
    'files',
    (given) => files('webroot', given),
    { dotfiles: 1 },
    'files: dotfiles must be true or false, not 1',
  ],
])('%s throws a TypeError for an invalid option (case %#)', (_name, make, options, message) => {
  expect(() => make(options as never)).toThrow(TypeError);
  expect(() => make(options as never)).toThrow(message);
});
