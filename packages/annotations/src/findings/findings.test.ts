import type { Diagnostic } from '@writ/diagnostics';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { resolveEndpoint } from '../collect/endpoint.ts';
import type { Class } from '../recording/reflection.ts';
import { diagnose } from './diagnose.ts';

const file = fileURLToPath(new URL('../../test/fixtures/mistakes.ts', import.meta.url));
const text = readFileSync(file, 'utf8');
// The fixtures are not imported by name, because they have their own compiler options.
const mistakes = (await import(/* @vite-ignore */ file)) as Readonly<Record<string, Class>>;

function findingsOf(name: string): Diagnostic[] {
  const type = mistakes[name]!;
  return diagnose(resolveEndpoint(type, Reflect.construct(type, []) as object, {}).findings);
}

/** The source text in the range, which must be within the class. */
function coveredText(name: string, { range, file: found }: Pick<Diagnostic, 'file' | 'range'>): string {
  expect(found).toBe(relative(process.cwd(), file));
  const from = text.search(new RegExp(`class ${name}\\b`));
  const to = text.indexOf('\n}\n', from);
  const { start, end } = range!;
  // The decorators of a class precede its name.
  expect(start.offset).toBeGreaterThan(from - 60);
  expect(end.offset).toBeLessThan(to);
  return text.slice(start.offset, end.offset);
}

type Row = [name: string, rule: string, at: string, message: string, hint: string];
const rows: Row[] = [
  [
    'WithoutVerb',
    'without-verb',
    `Path('/lost')`,
    'WithoutVerb.lost is annotated but has no verb',
    `@GET('/lost')`,
  ],
  [
    'OtherWithoutVerb',
    'without-verb',
    `PathParam('id', int)`,
    'OtherWithoutVerb.lost is annotated',
    'add a verb',
  ],
  ['Static', 'unreachable-method', `GET('/')`, 'Static.one is static', 'remove "static"'],
  ['Field', 'unreachable-method', `anyGET('/')`, 'Field.one is not a method', 'write a method'],
  ['Accessor', 'unreachable-method', `anyGET('/')`, 'Accessor.one is not a method', 'write a method'],
  [
    'OnTheClass',
    'unreachable-method',
    `anyGET('/')`,
    'an HTTP verb decorator cannot be applied to the class OnTheClass',
    '@Path',
  ],
  ['TwoVerbs', 'two-verbs', `POST('/')`, 'TwoVerbs.one has two verbs, GET and POST', 'one method for each'],
  ['TwoPaths', 'duplicate-annotation', `Path('/other')`, 'TwoPaths.one has more than one path', 'remove one'],
  [
    'TwoProduces',
    'duplicate-annotation',
    `Produces('text/html')`,
    'TwoProduces has more than one list of produced media types',
    'remove one',
  ],
  [
    'TwoStyles',
    'two-binding-styles',
    `PathParam('id', int)`,
    'both in the verb and with parameter',
    'use only one of them',
  ],
  [
    'TwoSources',
    'duplicate-annotation',
    `_id`,
    'parameter "_id" of TwoSources.one has two sources',
    'remove one',
  ],
  [
    'NoSource',
    'no-source',
    'extra',
    'parameter "extra" of NoSource.one has no source',
    `@QueryParam('extra', String) extra`,
  ],
  ['NoSourceOfVariable', 'no-source', 'id', 'parameter "id" of', `@PathParam('id', String) id`],
  ['NoSourceWithDollar', 'no-source', 'id$', 'parameter "id$" of', `@QueryParam('id$', String) id$`],
  ['NoSourceButContext', 'no-source', 'request', 'parameter "request" of', '@Context(HttpRequest) request'],
  ['NoSourceBesideBody', 'no-source', '_other', 'parameter "_other" of', `@BeanParam(Note) _other`],
  ['NoSourceOfAUrl', 'no-source', '_link', 'parameter "_link" of', `@QueryParam('_link', URL) _link`],
  [
    'NoSourceInVerb',
    'no-source',
    'extra',
    'parameter "extra" of',
    `add QueryParam('extra', Boolean) to the list in the verb`,
  ],
  [
    'UnknownBody',
    'no-source',
    'shape',
    'parameter "shape" of UnknownBody.one',
    'if it is the body, declare its type as a class or a schema: @BodyParam(NewNote) shape',
  ],
  ['UnknownUnion', 'unknown-type', '_id', 'the type of parameter "_id" of', `PathParam('id', String)`],
  [
    'UnknownElements',
    'unknown-type',
    'tags',
    'the type of parameter "tags"',
    `QueryParam('tag', array(String))`,
  ],
  [
    'UnknownContext',
    'unknown-type',
    '{ title }: Shape',
    'the type of parameter 1 of',
    'Context(HttpRequest)',
  ],
  [
    'Contradicted',
    'contradicted-type',
    '_id',
    'declared as string, but its binding has the type int',
    `PathParam('id', …)`,
  ],
  [
    'ContradictedList',
    'contradicted-type',
    '_tag',
    'declared as string, but its binding has the type array(String)',
    'make them match',
  ],
  [
    'ContradictedOptional',
    'contradicted-type',
    '_at',
    'declared as Other, but its binding has the type optional(Date)',
    'make them match',
  ],
  [
    'ContradictedClass',
    'contradicted-type',
    '_note',
    'declared as Other, but its binding has the type Note',
    'make them match',
  ],
  ['ContradictedEnum', 'contradicted-type', '_c', 'declared as number', 'make them match'],
  [
    'BoundField',
    'binding-outside-a-route',
    `PathParam('id', int)`,
    'field or constructor parameter',
    'one instance',
  ],
  [
    'BoundConstructor',
    'binding-outside-a-route',
    `QueryParam('q', optional(String))`,
    'constructor parameter',
    'one instance',
  ],
  ['NoPath', 'no-path', 'GET()', 'neither NoPath.one nor its class has a path', `@GET('/')`],
  ...withEmptyBeans(),
  ...withSecondAnnotations(),
  ...withComponents(),
];

function withEmptyBeans(): Row[] {
  const [rule, message, hint] = [
    'no-bean-fields',
    'the bean NoFields has no annotated field',
    'annotate its fields',
  ];
  return [
    ['EmptyBean', rule, 'BeanParam()', message, hint],
    ['EmptyBeanOfAType', rule, 'BeanParam(NoFields)', message, hint],
    ['EmptyBeanInVerb', rule, 'BeanParam(NoFields)', message, hint],
  ];
}

function withSecondAnnotations(): Row[] {
  const rule = 'modifier-without-source';
  return [
    ['DefaultWithoutSource', rule, '_n', 'parameter "_n" of', `@QueryParam('_n', String) _n`],
    ['RawWithoutSource', rule, '_text', 'has @Raw, but no source', `@QueryParam('_text', String)`],
    ['ReaderWithoutSource', rule, '_note', 'has @RequestReader, but no source', 'declare its source'],
    ['ContextReaderWithoutSource', rule, '_note', 'has @ContextReader', '@Context(Type) _note'],
    [
      'RawOfAHeader',
      'misplaced-modifier',
      'Raw()',
      '@Raw does not apply to @HeaderParam',
      'only query values',
    ],
    [
      'ReaderOfAContext',
      'misplaced-modifier',
      'RequestReader(() => null)',
      'does not apply to @Context',
      '@ContextReader',
    ],
    ['ProviderOfAQuery', 'misplaced-modifier', 'ContextReader(() => null)', 'QueryParam', '@RequestReader'],
    [
      'ValidOfAContext',
      'misplaced-modifier',
      'Valid(z.any())',
      'does not apply to @Context',
      'not validated',
    ],
    [
      'DefaultTwice',
      'duplicate-annotation',
      `DefaultValue('b')`,
      '@DefaultValue is applied twice',
      'remove one',
    ],
    ['UnknownBean', 'unknown-type', '_bean', 'the type of parameter "_bean"', 'BeanParam(Search)'],
    ['SymbolMethod', rule, '_n', 'of SymbolMethod.Symbol(secret)', 'declare its source'],
    ['DecoratedArrow', 'unreachable-method', `GET('/')`, 'DecoratedArrow.one is not a method', 'method'],
    ['Generic', 'no-source', 'value', 'parameter "value" of Generic.one', '@BodyParam(NewNote) value'],
  ];
}

function withComponents(): Row[] {
  return [
    [
      'NoReader',
      'invalid-component',
      'RequestReader(anything)',
      'Note is not a valid reader',
      'read(value, type)',
    ],
    [
      'NoWriter',
      'invalid-component',
      `ResponseWriter({ text: 'x' } as any)`,
      'is not a valid writer',
      'write(result',
    ],
    [
      'UndefinedHandler',
      'invalid-component',
      'CatchWith(undefined as any)',
      'undefined is no',
      'import each',
    ],
    [
      'HandlerWithArguments',
      'no-instance',
      'CatchWith(NeedsAnArgument as any)',
      'takes 1 argument',
      'new NeedsAnArgument(…)',
    ],
    ['FailingWriter', 'no-instance', 'ResponseWriter(Failing)', 'Failing fails: Error: not', 'an instance'],
    ['WrongHeader', 'invalid-header', `Header('no-store')`, 'WrongHeader sends "no-store"', 'Name: value'],
    ['BrokenHeader', 'invalid-header', `Header('X-A: one\\r\\nX-B: two')`, 'BrokenHeader.one', 'Name: value'],
    [
      'ProducesAndHeader',
      'duplicate-annotation',
      `Header('Content-Type: text/html')`,
      'list of produced media types',
      'remove one',
    ],
    ['TwoApplications', 'duplicate-annotation', `ApplicationPath('/v2')`, 'application path', 'remove one'],
    ['TwoWriters', 'duplicate-annotation', 'ResponseWriter(() => {})', 'more than one writer', 'remove one'],
    [
      'WrongWriter',
      'incompatible-component',
      'ResponseWriter(OtherWriter)',
      'OtherWriter writes Other, but WrongWriter.one returns Note',
      '@SuppressCheck()',
    ],
  ];
}

// The mistake is in the class of the bean or component, before the endpoint that uses it.
it.each([
  ['UntypedBeanField', 'unknown-type', 'Untyped', 'the type of Untyped.q', `QueryParam('q', String)`],
  [
    'ContradictedBeanField',
    'contradicted-type',
    'ContradictedField',
    'ContradictedField.q is',
    'make them match',
  ],
  [
    'BeanWithoutSource',
    'no-source',
    'HalfConstructor',
    'of new HalfConstructor has no',
    `@QueryParam('_b', Number) _b`,
  ],
  ['BeanWithStaticField', 'unreachable-field', 'StaticField', 'StaticField.q is static', 'remove "static"'],
  ['BeanWithSetter', 'unreachable-field', 'SetterBean', 'SetterBean.q is an accessor', 'write a field'],
  ['HandlerWithSetter', 'unreachable-field', 'SetterHandler', 'SetterHandler.request is', 'write a field'],
  ['CyclicBean', 'cyclic-bean', 'Self', 'contains itself: Self > Self', 'break the cycle'],
  [
    'BeanFieldWithoutSource',
    'modifier-without-source',
    'LonelyDetail',
    'LonelyDetail.page has @DefaultValue',
    'declare its source',
  ],
  [
    'HandlerWithQuery',
    'component-field',
    'AsksForAValue',
    'AsksForAValue.q is bound to',
    '@Context(HttpRequest)',
  ],
  [
    'InstanceWithContext',
    'component-field',
    'AsksForTheToolkit',
    'AsksForTheToolkit.toolkit must be set for each request',
    'pass the class',
  ],
  ['HandlerWithUnknownContext', 'component-field', 'AsksForANote', 'is of type Note', 'Context(Type).from'],
])('the class %s is reported as %s in %s', (name, rule, place, message, hint) => {
  const [finding, ...others] = findingsOf(name);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule, severity: 'error' });
  expect(finding!.message).toContain(message);
  expect(finding!.hint).toContain(hint);
  expect(coveredText(place, finding!)).not.toBe('');
});

it('@SuppressCheck() disables the type comparison', () => {
  expect(findingsOf('UncheckedWriter')).toEqual([]);
});

it.each(rows)('the class %s is reported as %s at %s', (name, rule, at, message, hint) => {
  const findings = findingsOf(name);
  expect(findings.map((finding) => finding.rule)).toEqual([rule]);
  const [finding] = findings;
  expect(finding).toMatchObject({ severity: 'error', code: expect.stringMatching(/^W21\d\d$/) });
  expect(finding!.message).toContain(message);
  expect(finding!.hint).toContain(hint);
  expect(coveredText(name, finding!)).toBe(at);
});

it('every parameter without a source is reported', () => {
  const findings = findingsOf('NoSourceForTwo');
  expect(findings.map((finding) => coveredText('NoSourceForTwo', finding))).toEqual(['note', 'other']);
  expect(findings.map(({ hint }) => hint)).toEqual([
    'declare its source: @BodyParam(Note) note',
    'declare its source: @BeanParam(Other) other',
  ]);
});

it.each([
  ['TwoVerbs', `GET('/')`],
  ['TwoPaths', `GET('/one')`],
  ['TwoStyles', `GET('/{id}', PathParam('id', int))`],
  ['TwoSources', `PathParam('id', int)`],
] as const)('the finding about %s contains the related location', (name, at) => {
  const [finding] = findingsOf(name);
  expect(finding!.related!.map((place) => coveredText(name, place))).toEqual([at]);
});

it('a class without routes is reported at its registration', () => {
  const origin = { file, line: 3, column: 5 };
  class NoRoutes {
    one() {}
  }
  const [finding] = diagnose(resolveEndpoint(NoRoutes, new NoRoutes(), origin).findings);
  expect(finding).toMatchObject({ rule: 'no-routes', message: 'NoRoutes has no routes' });
  expect(finding!.range!.start).toMatchObject({ line: 3, column: 5 });
});

it.each([
  ['a missing file', '/nowhere/app.ts', { line: 3, column: 5 }],
  ['no location', undefined, undefined],
])('a finding with %s has generated parameter names', (_what, missing, start) => {
  const origin = missing === undefined ? {} : { file: missing, line: 3, column: 5 };
  const [finding] = diagnose([{ rule: 'no-path', origin, parameter: 0, message: (p) => p, hint: (n) => n }]);
  expect(finding).toMatchObject({ message: 'parameter 1', hint: 'arg1' });
  expect(finding!.range?.start).toEqual(start && { ...start, offset: 0 });
});
