import { StartupError, Toolkit } from '@writ/http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GET, Path, RestBuilder, RestRouter } from '../index.ts';

@Path('/notes')
class Notes {
  @GET('/')
  list(): string {
    return 'milk';
  }
}

function messagesOf(start: () => unknown): readonly string[] {
  try {
    start();
  } catch (error) {
    if (error instanceof StartupError)
      return error.diagnostics.map(
        ({ code, message, hint = '', range }) => `${code} ${message}; ${hint} (${range !== undefined})`,
      );
    throw error;
  }
  return [];
}

describe.each<[string, string, (target: never) => unknown]>([
  ['RestRouter.register', 'RestRouter.register(new Toolkit(), …)', (target) => RestRouter.register(target)],
  ['new RestBuilder', 'new RestBuilder(new Toolkit())', (target) => new RestBuilder(target)],
])('%s without a toolkit', (_call, fix, start) => {
  it.each<[string, unknown, string]>([
    ['a class', Notes, 'the class Notes'],
    ['an instance', new Notes(), 'an object of the class Notes'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['options', { limits: {} }, 'an object of the class Object'],
  ])(
    'throws a start-up error that contains the correct call when passed %s',
    (_what, target, description) => {
      expect(messagesOf(() => start(target as never))).toEqual([
        `W2130 routes must be registered on a Toolkit or a Router, not on ${description}; write ${fix} (true)`,
      ]);
    },
  );
});

describe('a toolkit from another copy of @writ/http', () => {
  afterEach(() => vi.resetModules());

  it('causes a start-up error with the command that deduplicates the package', async () => {
    vi.resetModules();
    const other = await import('@writ/http');
    expect(other.Toolkit).not.toBe(Toolkit);
    for (const target of [new other.Toolkit(), new other.Router(new other.Toolkit())]) {
      expect(messagesOf(() => RestRouter.register(target, Notes))).toEqual([
        `W2130 this ${target.constructor.name} comes from a different copy of @writ/http than the one that @writ/annotations uses; ` +
          'install one copy: "npm ls @writ/http" lists both, "npm dedupe" removes one (true)',
      ]);
    }
  });
});
