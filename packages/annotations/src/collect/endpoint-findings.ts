import type { Component, Origin, RouteEvent } from '@writ/http/kernel';
import { wrongHeaders } from '../components/component-findings.ts';
import type { Finding } from '../findings/finding.ts';
import { knownFields } from '../recording/fields.ts';
import type { MemberRecord, Note } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { headerTypes } from './media.ts';
import { all, classNameOf, type Method } from '../reading/method.ts';

export function checkClass(type: Class, scope: readonly (readonly Note[])[], findings: Finding[]): void {
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
    ...scope.flatMap((notes) => notes.filter(({ kind }) => kind === 'param' || kind === 'detail')),
    ...knownFields(type).flatMap(({ notes }) => notes.slice(0, 1)),
  ];
  findings.push(
    ...outside.map(({ origin }): Finding => ({
      rule: 'binding-outside-a-route',
      origin,
      message: () =>
        `a field or constructor parameter of the endpoint class ${classNameOf(type)} takes a value of a request`,
      hint: () => 'one instance serves all requests: take the value as a parameter of the method',
    })),
  );
}

/** What one class says of one thing, it says once. */
export function checkNotes(label: string, notes: readonly Note[], findings: Finding[]): void {
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
  findings.push(...notes.flatMap((note) => emptyAnnotation(label, note)));
  const headers = all(notes, 'headers');
  findings.push(...headers.flatMap(({ texts, origin }) => wrongHeaders(texts, label, origin)));
  for (const { events, origin } of all(notes, 'events')) {
    findings.push(...events.filter(lacksItsException).map(({ event }) => noException(label, event, origin)));
  }
  const saying = (kind: 'consumes' | 'produces'): readonly Note[] =>
    headers.filter((note) => headerTypes([note], kind).length > 0);
  const said: readonly (readonly [string, readonly Note[]])[] = [
    ['a path', [...verbs.filter(({ path }) => path !== undefined), ...all(notes, 'path')]],
    ['the path of its application', all(notes, 'application')],
    ['what it consumes', [...all(notes, 'consumes'), ...saying('consumes')]],
    ['what it produces', [...all(notes, 'produces'), ...saying('produces')]],
    ['its order', all(notes, 'order')],
    ['its reader', all(notes, 'reader')],
    ['its writer', all(notes, 'writer')],
    ['its provider', all(notes, 'provider')],
    ['who answers for its errors', all(notes, 'catch')],
    ['its events', all(notes, 'events')],
    ['how its result is checked', all(notes, 'valid')],
    ['where it runs', all(notes, 'blocking')],
    ['who says who calls', all(notes, 'authenticate')],
    ['who says what a user may do', all(notes, 'authorize')],
    ['who may call', all(notes, 'rule')],
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

/** An annotation that takes a list, without anything in it: it reads as if it had an effect. */
function emptyAnnotation(label: string, note: Note): Finding[] {
  const [annotation, example, list] = listOf(note) ?? [];
  if (annotation === undefined || list === undefined || list.length > 0) return [];
  return [
    {
      rule: 'empty-annotation',
      origin: note.origin,
      message: () => `@${annotation}() of ${label} names nothing`,
      hint: () => `name at least one, @${annotation}(${example}), or remove it`,
    },
  ];
}

function listOf(
  note: Note,
): readonly [annotation: string, example: string, list: readonly unknown[]] | undefined {
  switch (note.kind) {
    case 'catch':
      return ['CatchWith', 'NotFoundHandler', note.handlers];
    case 'events':
      return ['Events', 'Event(NoteCreated)', note.events];
    case 'headers':
      return ['Header', "'Cache-Control: no-store'", note.texts];
    case 'use':
      return ['Use', 'cors({ … })', note.filters];
    case 'consumes':
      return ['Consumes', "'application/json'", note.types];
    case 'produces':
      return ['Produces', "'application/json'", note.types];
    default:
      return undefined;
  }
}

/** Two modules that import each other give one of them a class that is not there yet. */
function lacksItsException(event: RouteEvent): boolean {
  return 'exception' in event && event.exception === undefined;
}

function noException(label: string, event: Component<unknown>, origin: Origin): Finding {
  return {
    rule: 'no-class',
    origin,
    message: () => `the event ${event.name} of ${label} waits for an exception that is undefined`,
    hint: () => 'leave "exception" out, or look for modules that import each other',
  };
}

export function withoutVerb(method: Method, note: Note): Finding {
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

export function unreachable(type: Class, { name, kind, notes }: MemberRecord): Finding {
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
