import type { Component, Origin, RouteEvent } from '@writ/http/kernel';
import { checkHeaders } from '../components/component-findings.ts';
import type { Finding } from '../findings/finding.ts';
import { knownFields } from '../recording/fields.ts';
import type { MemberRecord, AnnotationRecord } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { headerMediaTypes } from './media-types.ts';
import { annotationsOfKind, classNameOf, type Method } from '../reading/method.ts';

export function checkClass(
  type: Class,
  scope: readonly (readonly AnnotationRecord[])[],
  findings: Finding[],
): void {
  for (const annotations of scope) {
    checkAnnotations(classNameOf(type), annotations, findings);
    const [verb] = annotationsOfKind(annotations, 'verb');
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
    ...scope.flatMap((annotations) =>
      annotations.filter(({ kind }) => kind === 'param' || kind === 'modifier'),
    ),
    ...knownFields(type).flatMap(({ annotations }) => annotations.slice(0, 1)),
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
export function checkAnnotations(
  label: string,
  annotations: readonly AnnotationRecord[],
  findings: Finding[],
): void {
  const verbs = annotationsOfKind(annotations, 'verb');
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
  findings.push(...annotations.flatMap((annotation) => checkEmptyAnnotation(label, annotation)));
  const headers = annotationsOfKind(annotations, 'headers');
  findings.push(...headers.flatMap(({ lines, origin }) => checkHeaders(lines, label, origin)));
  for (const { events, origin } of annotationsOfKind(annotations, 'events')) {
    findings.push(
      ...events.filter(isExceptionMissing).map(({ event }) => missingException(label, event, origin)),
    );
  }
  const saying = (kind: 'consumes' | 'produces'): readonly AnnotationRecord[] =>
    headers.filter((annotation) => headerMediaTypes([annotation], kind).length > 0);
  const said: readonly (readonly [string, readonly AnnotationRecord[]])[] = [
    [
      'a path',
      [...verbs.filter(({ path }) => path !== undefined), ...annotationsOfKind(annotations, 'path')],
    ],
    ['the path of its application', annotationsOfKind(annotations, 'application')],
    ['what it consumes', [...annotationsOfKind(annotations, 'consumes'), ...saying('consumes')]],
    ['what it produces', [...annotationsOfKind(annotations, 'produces'), ...saying('produces')]],
    ['its order', annotationsOfKind(annotations, 'order')],
    ['its reader', annotationsOfKind(annotations, 'reader')],
    ['its writer', annotationsOfKind(annotations, 'writer')],
    ['its provider', annotationsOfKind(annotations, 'provider')],
    ['who answers for its errors', annotationsOfKind(annotations, 'catch')],
    ['its events', annotationsOfKind(annotations, 'events')],
    ['how its result is checked', annotationsOfKind(annotations, 'valid')],
    ['where it runs', annotationsOfKind(annotations, 'blocking')],
    ['who says who calls', annotationsOfKind(annotations, 'authenticate')],
    ['who says what a user may do', annotationsOfKind(annotations, 'authorize')],
    ['who may call', annotationsOfKind(annotations, 'rule')],
  ];
  for (const [what, [one, other]] of said) {
    if (one === undefined || other === undefined) continue;
    findings.push({
      rule: 'duplicate-annotation',
      origin: other.origin,
      message: () => `${label} is told ${what} twice`,
      hint: () => 'keep one of the two',
      related: [{ message: 'the other one', origin: one.origin }],
    });
  }
}

/** An annotation that takes a list, without anything in it: it reads as if it had an effect. */
function checkEmptyAnnotation(label: string, annotation: AnnotationRecord): Finding[] {
  const [name, example, list] = listArgument(annotation) ?? [];
  if (name === undefined || list === undefined || list.length > 0) return [];
  return [
    {
      rule: 'empty-annotation',
      origin: annotation.origin,
      message: () => `@${name}() of ${label} names nothing`,
      hint: () => `name at least one, @${name}(${example}), or remove it`,
    },
  ];
}

function listArgument(
  annotation: AnnotationRecord,
): readonly [annotation: string, example: string, list: readonly unknown[]] | undefined {
  switch (annotation.kind) {
    case 'catch':
      return ['CatchWith', 'NotFoundHandler', annotation.handlers];
    case 'events':
      return ['Events', 'Event(NoteCreated)', annotation.events];
    case 'headers':
      return ['Header', "'Cache-Control: no-store'", annotation.lines];
    case 'use':
      return ['Use', 'cors({ … })', annotation.filters];
    case 'consumes':
      return ['Consumes', "'application/json'", annotation.types];
    case 'produces':
      return ['Produces', "'application/json'", annotation.types];
    default:
      return undefined;
  }
}

/** Two modules that import each other give one of them a class that is not there yet. */
function isExceptionMissing(event: RouteEvent): boolean {
  return 'exception' in event && event.exception === undefined;
}

function missingException(label: string, event: Component<unknown>, origin: Origin): Finding {
  return {
    rule: 'not-a-class',
    origin,
    message: () => `the event ${event.name} of ${label} waits for an exception that is undefined`,
    hint: () => 'leave "exception" out, or look for modules that import each other',
  };
}

export function missingVerb(method: Method, annotation: AnnotationRecord): Finding {
  return {
    rule: 'without-verb',
    origin: annotation.origin,
    message: () => `${method.label} is annotated but has no verb, so it is no route`,
    hint: () =>
      annotation.kind === 'path'
        ? `write @GET('${annotation.path}') instead, or another verb`
        : `add a verb, such as @GET('/')`,
  };
}

export function unreachableMember(type: Class, { name, kind, annotations }: MemberRecord): Finding {
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
    origin: annotations[0]!.origin,
    message: () => `${label} ${message}`,
    hint: () => hint,
  };
}
