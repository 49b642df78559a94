import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { BodyParam, Context, limits, route, Router, RoutingContext, Toolkit } from '../index.ts';
import type { ExplainedPart, Component, ExplainedPlan, Scope } from '../kernel.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const { numRuns = 100 } = fc.readConfigureGlobal();

class Note {
  readonly title: string = '';
}
class LongNote extends Note {}

const LEVELS = ['toolkit', 'router', 'class Notes', 'method'] as const;
type Level = (typeof LEVELS)[number];

/** The specification of a generated component, which `name` identifies. */
interface Spec {
  readonly name: string;
  readonly level: Level;
  readonly types: readonly (new (...args: never[]) => object)[] | undefined;
  readonly mediaTypes: readonly string[] | undefined;
}

type TypeList = NonNullable<Spec['types']>;

function specsOf(types: readonly TypeList[], mediaTypes: readonly string[][]): fc.Arbitrary<Spec[]> {
  const spec = fc.record({
    level: fc.constantFrom(...LEVELS),
    types: fc.option(fc.constantFrom(...types), { nil: undefined }),
    mediaTypes: fc.option(fc.constantFrom(...mediaTypes), { nil: undefined }),
  });
  return fc
    .array(spec, { maxLength: 6 })
    .map((list) => list.map((each, index) => ({ ...each, name: `C${index}` })));
}

const MEDIA_TYPES = [
  ['text/csv'],
  ['text/*'],
  ['image/png'],
  ['text/*', 'image/*'],
  ['text/html', 'text/csv'],
  ['*/*'],
  ['application/json'],
];

/** Creates a component with the generated types and media types. */
function component<T>({ name, types, mediaTypes }: Spec, instance: T): Component<T> {
  return { name, instance, ...(types && { types }), ...(mediaTypes && { mediaTypes }) };
}

function newToolkit(): Toolkit {
  return new Toolkit({ logger: recordingLogger(), inherit: false });
}

/**
 * Whether an explained component applies to a request by its classes or media types. A component without either always
 * applies.
 */
function isFor({ what }: ExplainedPart, classes: readonly string[], mediaType: string): boolean {
  const [, list, media] = /^\S+(?: for (.*?))?(?: as (.*))?$/.exec(what)!;
  const isType = (text: string): boolean => text.split(', ').some((each) => fits(each, mediaType));
  const isClass = (text: string): boolean => text.split(', ').some((each) => classes.includes(each));
  if (list === undefined) return true;
  return list.includes('/') ? isType(list) : isClass(list) && (media === undefined || isType(media));
}

function fits(range: string, mediaType: string): boolean {
  const [type, subtype] = range.split('/');
  const [givenType, givenSubtype] = mediaType.split('/');
  return (type === '*' || type === givenType) && (subtype === '*' || subtype === givenSubtype);
}

function classesOf(value: unknown): readonly string[] {
  const names: string[] = [];
  for (let of: unknown = Object.getPrototypeOf(value); of !== null; of = Object.getPrototypeOf(of))
    names.push((of as object).constructor.name);
  return names;
}

/** Returns the name of the first explained component that applies, or undefined if a built-in one does. */
function firstOf(
  choices: readonly ExplainedPart[],
  classes: readonly string[],
  mediaType: string,
): string | undefined {
  const first = choices.find((each) => each.from === 'built in' || isFor(each, classes, mediaType));
  return first === undefined || first.from === 'built in' ? undefined : first.what.split(' ')[0];
}

/** Returns the explanation of `POST /notes`, or undefined if the routes are rejected at start-up. */
function planOf(router: Router): ExplainedPlan | undefined {
  const hasErrors = router.diagnostics().some(({ severity }) => severity === 'error');
  return hasErrors ? undefined : router.explain('POST', '/notes').plan;
}

it('the first writer that explain lists writes the response', async () => {
  const offers = fc.constantFrom(
    undefined,
    ['text/csv'],
    ['image/png'],
    ['application/json'],
    ['text/csv', 'image/png'],
    ['application/json', 'text/html'],
  );
  const result = fc.constantFrom<readonly unknown[]>([new Note()], [new LongNote()], ['text'], [{ a: 1 }]);
  const specs = specsOf([[Note], [LongNote], [String], [Note, String]], MEDIA_TYPES);
  let written = 0;
  await fc.assert(
    fc.asyncProperty(specs, offers, result, fc.nat(1), async (list, produces, [value], index) => {
      const ran: string[] = [];
      const toWriter = (spec: Spec): Component<{ write(): void }> =>
        component(spec, { write: () => void ran.push(spec.name) });
      const ownWriter = (level: Level): Partial<Scope> => {
        const spec = list.find((each) => each.level === level);
        return spec === undefined
          ? {}
          : { writer: toWriter({ ...spec, types: undefined, mediaTypes: undefined }) };
      };
      const toolkit = newToolkit();
      const router = new Router(toolkit);
      for (const spec of list) {
        if (spec.level === 'toolkit') toolkit.registries.writers.register(toWriter(spec));
        if (spec.level === 'router') router.registries.writers.register(toWriter(spec));
      }
      router.add(
        route({
          method: 'POST',
          path: '/notes',
          scopes: LEVELS.slice(2).map((name) => ({ name, ...ownWriter(name) })),
          ...(produces && { produces }),
          handler: () => value,
        }),
      );
      const { writers } = planOf(router)!;
      const accept = produces?.[index % produces.length];
      const byDefault = typeof value === 'string' ? 'text/plain' : 'application/json';
      await inject(router, { method: 'POST', url: '/notes', headers: accept ? { accept } : {} });
      const expected = firstOf(writers, classesOf(value), accept ?? byDefault);
      expect(ran).toEqual(expected === undefined ? [] : [expected]);
      written += ran.length;
    }),
    { numRuns: 3 * numRuns },
  );
  expect(written).toBeGreaterThan(numRuns);
});

it('the first reader that explain lists reads the body', async () => {
  const specs = specsOf([[Note], [LongNote], [Object]], MEDIA_TYPES);
  const consumed = fc.constantFrom(undefined, ['text/csv'], ['text/*'], ['image/png', 'application/json']);
  const sent = fc.constantFrom('text/csv', 'text/plain', 'image/png', 'application/json');
  const own = fc.constantFrom('parameter', ...LEVELS);
  let read = 0;
  await fc.assert(
    fc.asyncProperty(specs, consumed, sent, own, async (list, consumes, contentType, parameter) => {
      const ran: string[] = [];
      const toReader = (spec: Spec): Component<{ read(): Note }> =>
        component(spec, {
          read: () => {
            ran.push(spec.name);
            return new LongNote();
          },
        });
      const ownReader = (level: Level): Component<{ read(): Note }> | undefined => {
        const spec = list.find((each) => each.level === level);
        return spec && toReader({ ...spec, types: undefined, mediaTypes: undefined });
      };
      const scopeReader = (level: Level): Partial<Scope> => {
        const reader = ownReader(level);
        return reader === undefined ? {} : { reader };
      };
      const toolkit = newToolkit();
      const router = new Router(toolkit);
      for (const spec of list) {
        if (spec.level === 'toolkit') toolkit.registries.readers.register(toReader(spec));
        if (spec.level === 'router') router.registries.readers.register(toReader(spec));
      }
      const body = BodyParam(Note).binding;
      const named = parameter === 'method' ? ownReader('method') : undefined;
      router.add(
        route({
          method: 'POST',
          path: '/notes',
          bindings: [named === undefined ? body : { ...body, reader: named }],
          scopes: LEVELS.slice(2).map((name) => ({ name, ...scopeReader(name) })),
          ...(consumes && { consumes }),
          handler: () => 1,
        }),
      );
      const plan = planOf(router);
      fc.pre(plan !== undefined);
      fc.pre(consumes === undefined || consumes.some((each) => fits(each, contentType)));
      await inject(router, {
        method: 'POST',
        url: '/notes',
        headers: { 'content-type': contentType },
        body: '{"title":"a"}',
      });
      const expected = firstOf(plan!.readers, ['Note', 'LongNote', 'Object'], contentType);
      expect(ran).toEqual(expected === undefined ? [] : [expected]);
      read += ran.length;
    }),
    { numRuns: 3 * numRuns },
  );
  expect(read).toBeGreaterThan(numRuns);
});

it('the first exception handler that explain lists responds', async () => {
  const types = fc.subarray<TypeList>([
    [RangeError],
    [TypeError],
    [Error],
    [RangeError, TypeError],
    [String],
  ]);
  const levels = fc.record({ toolkit: types, router: types, 'class Notes': types, method: types });
  const thrown = fc.constantFrom<readonly unknown[]>(
    [new RangeError('a')],
    [new TypeError('b')],
    ['text'],
    [7],
  );
  let handled = 0;
  await fc.assert(
    fc.asyncProperty(levels, fc.boolean(), thrown, async (lists, general, [error]) => {
      const ran: string[] = [];
      let count = 0;
      const handlersOf = (level: Level): Component<{ write(): void }>[] => {
        const all: (TypeList | undefined)[] = [...lists[level]];
        if (general && level !== 'toolkit' && level !== 'router') all.push(undefined);
        return all.map((each) => {
          count += 1;
          const name = `C${count}`;
          const spec = { name, level, types: each, mediaTypes: undefined };
          return component(spec, { write: () => void ran.push(name) });
        });
      };
      const toolkit = newToolkit();
      const router = new Router(toolkit);
      toolkit.registries.handlers.register(...handlersOf('toolkit'));
      router.registries.handlers.register(...handlersOf('router'));
      router.add(
        route({
          method: 'POST',
          path: '/notes',
          scopes: LEVELS.slice(2).map((name) => ({ name, handlers: handlersOf(name) })),
          handler: () => {
            throw error;
          },
        }),
      );
      const plan = planOf(router);
      fc.pre(plan !== undefined);
      await inject(router, { method: 'POST', url: '/notes' });
      const classes = classesOf(error);
      const expected = firstOf(plan!.handlers, classes, '');
      expect(ran).toEqual(expected === undefined ? [] : [expected]);
      handled += ran.length;
    }),
    { numRuns: 2 * numRuns },
  );
  expect(handled).toBeGreaterThan(numRuns / 2);
});

it('explain states the scope whose limit applies, even if two scopes set the same limit', async () => {
  const value = fc.option(fc.constantFrom(1000, 2000), { nil: undefined });
  const set = fc.record({ toolkit: value, router: value, 'class Notes': value, method: value });
  const limitOf = async (numbers: Partial<Record<Level, number | undefined>>): Promise<[number, string]> => {
    const bodyLimit = (level: Level): { readonly limits: { readonly body?: number } } => {
      const body = numbers[level];
      return { limits: body === undefined ? {} : { body } };
    };
    const toolkit = new Toolkit({ logger: recordingLogger(), inherit: false, ...bodyLimit('toolkit') });
    const router = new Router(toolkit).use(limits(bodyLimit('router').limits)).add(
      route({
        method: 'POST',
        path: '/notes',
        bindings: [Context(RoutingContext)],
        scopes: LEVELS.slice(2).map((name) => ({ name, ...bodyLimit(name) })),
        handler: (context) => context.limits.body,
      }),
    );
    const choice = planOf(router)!.limits.find(({ what }) => what.startsWith('body '))!;
    const held = (await inject(router, { method: 'POST', url: '/notes' })).json() as number;
    expect(choice.what).toBe(`body ${held} bytes`);
    return [held, choice.from];
  };
  await fc.assert(
    fc.asyncProperty(set, async (numbers) => {
      const [held, scope] = await limitOf(numbers);
      const changed = await limitOf({ ...numbers, [scope]: held + 1 });
      expect(changed).toEqual([held + 1, scope]);
    }),
    { numRuns: Math.ceil(numRuns / 2) },
  );
});
