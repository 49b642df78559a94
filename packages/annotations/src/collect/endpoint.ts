import type { Origin, Route, Scope } from '@writ/http';
import type { Finding } from '../findings/finding.ts';
import { within } from '../origin.ts';
import { lineage, recordOf, type Class, type MemberRecord, type Note, type NoteOf } from '../records.ts';
import { argumentsOf } from './arguments.ts';
import { all, classNameOf, methodsOf, nearest, unreachableMembers, type Method } from './method.ts';

/** What a class declares: routes as `route({...})` makes them, and what is wrong with the rest. */
export interface Endpoint {
  readonly routes: readonly Route[];
  readonly findings: readonly Finding[];
}

/** `origin` is where the class is registered, for findings that no annotation of it can locate. */
export function endpointOf(type: Class, instance: object, origin: Origin): Endpoint {
  const findings: Finding[] = [];
  const scope = lineage(type).map((at) => recordOf(at).notes);
  checkClass(type, scope, findings);
  findings.push(...unreachableMembers(type).map((member) => unreachable(type, member)));
  const routes = methodsOf(type).flatMap((method) => routeOf(method, type, instance, scope, findings) ?? []);
  if (routes.length === 0 && findings.length === 0) {
    findings.push({
      rule: 'no-routes',
      origin: scope.flat()[0]?.origin ?? origin,
      message: () => `${classNameOf(type)} has no routes`,
      hint: () => `put a verb on a method, such as @GET('/')`,
    });
  }
  return { routes, findings };
}

type Levels = readonly (readonly Note[])[];

function routeOf(
  method: Method,
  type: Class,
  instance: object,
  scope: Levels,
  findings: Finding[],
): Route | undefined {
  const verb = nearest(method.levels, 'verb');
  const before = findings.length;
  for (const notes of method.levels) checkNotes(method.label, notes, findings);
  if (verb === undefined) {
    const [note] = method.levels.flat();
    if (note !== undefined) findings.push(withoutVerb(method, note));
    return undefined;
  }
  const path = pathOf(method, scope);
  if (path === undefined) {
    findings.push({
      rule: 'no-path',
      origin: verb.origin,
      message: () => `${method.label} has no path, and neither has its class`,
      hint: () => `write it in the verb: @${verb.method}('/')`,
    });
  }
  const bindings = argumentsOf(method, verb, findings);
  if (path === undefined || findings.length > before) return undefined;
  const consumes = nearest([...method.levels, ...scope], 'consumes');
  const produces = nearest([...method.levels, ...scope], 'produces');
  const order = nearest(method.levels, 'order');
  const scopes = scopesOf(method, type, scope);
  return {
    method: verb.method,
    path,
    bindings,
    handler: (instance as Record<string | symbol, Route['handler']>)[method.name]!.bind(instance),
    ...(consumes === undefined ? {} : { consumes: consumes.types }),
    ...(produces === undefined ? {} : { produces: produces.types }),
    ...(order === undefined ? {} : { order: order.order }),
    ...(scopes.length === 0 ? {} : { scopes }),
    origin: within(verb.origin, method.declared),
  };
}

/** The class path and the method's, with one slash between them; undefined when neither is given. */
function pathOf(method: Method, scope: Levels): string | undefined {
  const root = nearest(scope, 'path')?.path;
  const own = method.levels
    .flatMap((notes) => [...all(notes, 'verb'), ...all(notes, 'path')])
    .find(({ path }) => path !== undefined)?.path;
  if (root === undefined && own === undefined) return undefined;
  const parts = [(root ?? '').replace(/^\/+|\/+$/g, ''), (own ?? '').replace(/^\/+/, '')];
  return `/${parts.filter((part) => part !== '').join('/')}`;
}

function scopesOf(method: Method, type: Class, scope: Levels): Scope[] {
  const filters = (notes: readonly Note[]): NoteOf<'use'>['filters'] =>
    all(notes, 'use').flatMap((note) => note.filters);
  const widest = (levels: Levels): NoteOf<'use'>['filters'] => levels.toReversed().flatMap(filters);
  return [
    { name: `class ${classNameOf(type)}`, filters: widest(scope) },
    { name: method.label, filters: widest(method.levels) },
  ].filter((each) => each.filters.length > 0);
}

function checkClass(type: Class, scope: Levels, findings: Finding[]): void {
  for (const notes of scope) {
    checkNotes(classNameOf(type), notes, findings);
    const [verb] = all(notes, 'verb');
    if (verb !== undefined) {
      findings.push({
        rule: 'unreachable-method',
        origin: verb.origin,
        message: () => `a verb stands on the class ${classNameOf(type)}`,
        hint: () => `on a class write @Path('/…'), and the verb on its methods`,
      });
    }
  }
  const outside = [
    ...scope.flatMap((notes) => all(notes, 'param').map(({ origin }) => origin)),
    ...lineage(type).flatMap((at) =>
      [...recordOf(at).fields.values()].flatMap(({ binding }) => binding.origin ?? []),
    ),
  ];
  findings.push(
    ...outside.map((origin): Finding => ({
      rule: 'binding-outside-a-route',
      origin,
      message: () =>
        `a field or constructor parameter of the endpoint class ${classNameOf(type)} takes a value of a request`,
      hint: () => 'one instance serves all requests: take the value as a parameter of the method',
    })),
  );
}

/** What one class says of one thing, it says once. */
function checkNotes(label: string, notes: readonly Note[], findings: Finding[]): void {
  const verbs = all(notes, 'verb');
  const [first, second] = verbs;
  if (first !== undefined && second !== undefined) {
    findings.push({
      rule: 'two-verbs',
      origin: second.origin,
      message: () => `${label} has two verbs, ${first.method} and ${second.method}`,
      hint: () => 'write one method for each verb; they may call a third',
      related: [{ message: 'the first verb', origin: first.origin }],
    });
    return;
  }
  const said: readonly (readonly [string, readonly Note[]])[] = [
    ['a path', [...verbs.filter(({ path }) => path !== undefined), ...all(notes, 'path')]],
    ['what it consumes', all(notes, 'consumes')],
    ['what it produces', all(notes, 'produces')],
    ['its order', all(notes, 'order')],
  ];
  for (const [what, [one, other]] of said) {
    if (one === undefined || other === undefined) continue;
    findings.push({
      rule: 'said-twice',
      origin: other.origin,
      message: () => `${label} is told ${what} twice`,
      hint: () => 'keep one of the two',
      related: [{ message: 'the other one', origin: one.origin }],
    });
  }
}

function withoutVerb(method: Method, note: Note): Finding {
  return {
    rule: 'without-verb',
    origin: note.origin,
    message: () => `${method.label} is annotated but has no verb, so it is no route`,
    hint: () =>
      note.kind === 'path'
        ? `write @GET('${note.path}') instead, or another verb`
        : `add a verb, such as @GET('/')`,
  };
}

function unreachable(type: Class, { name, kind, notes }: MemberRecord): Finding {
  const label = `${classNameOf(type)}.${String(name)}`;
  const why = {
    static: ['is static, and a route is a method of an instance', 'remove "static"'],
    private: ['is private to its class, so nobody can call it', 'remove the "#"'],
    field: ['is not a method', 'write a method: a field or an accessor cannot be a route'],
    method: [
      'was replaced by another decorator, which hides its annotations',
      'write the annotations of Writ above all other decorators',
    ],
  } as const;
  const [message, hint] = why[kind];
  return {
    rule: kind === 'method' ? 'replaced-method' : 'unreachable-method',
    origin: notes[0]!.origin,
    message: () => `${label} ${message}`,
    hint: () => hint,
  };
}
