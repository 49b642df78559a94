import type { Component, Origin, RouteEvent } from '@writ/http/kernel';
import { checkHeaders } from '../components/component-findings.ts';
import type { Finding } from '../findings/finding.ts';
import { knownFields } from '../recording/fields.ts';
import type { AnnotationRecord, AnnotationRecordOf, MemberRecord } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { HOOK_ANNOTATIONS } from '../reading/hooks.ts';
import { headerMediaTypes } from './media-types.ts';
import { annotationsOfKind, classNameOf, nearestAnnotation, type Method } from '../reading/method.ts';

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
        message: () => `an HTTP verb decorator cannot be applied to the class ${classNameOf(type)}`,
        hint: () => `write @Path('/…') on the class and the verb on its methods`,
      });
    }
  }
  const outside: Origin[] = [];
  for (const annotations of scope) {
    for (const { kind, origin } of annotations)
      if (kind === 'param' || kind === 'modifier') outside.push(origin);
  }
  for (const { annotations } of knownFields(type)) if (annotations[0]) outside.push(annotations[0].origin);
  if (outside.length === 0) return;
  const isWebSocket = nearestAnnotation(scope, 'webSocket') !== undefined;
  findings.push(
    ...outside.map((origin): Finding => ({
      rule: 'binding-outside-a-route',
      origin,
      message: () =>
        `a field or constructor parameter of the endpoint class ${classNameOf(type)} is bound to a request value`,
      hint: () =>
        isWebSocket
          ? 'bind the value to a parameter of a hook, such as the method with @OnOpen()'
          : 'one instance serves all requests: bind the value to a parameter of the method',
    })),
  );
}

/** Reports annotations of a class or a method that are repeated, empty or invalid. */
export function checkAnnotations(
  label: string,
  annotations: readonly AnnotationRecord[],
  findings: Finding[],
): void {
  const [only] = annotations;
  if (only === undefined || (annotations.length === 1 && ALWAYS_VALID.has(only.kind))) return;
  const verbs = annotationsOfKind(annotations, 'verb');
  const [first, second] = verbs;
  if (first !== undefined && second !== undefined) {
    findings.push({
      rule: 'two-verbs',
      origin: second.origin,
      message: () => `${label} has two verbs, ${first.method} and ${second.method}`,
      hint: () => 'write one method for each verb; both can call a third method',
      related: [{ message: 'the first verb', origin: first.origin }],
    });
    return;
  }
  for (const annotation of annotations) findings.push(...checkEmptyAnnotation(label, annotation));
  const headers = annotationsOfKind(annotations, 'headers');
  findings.push(...headers.flatMap(({ lines, origin }) => checkHeaders(lines, label, origin)));
  for (const { events, origin } of annotationsOfKind(annotations, 'events')) {
    findings.push(
      ...events.filter(isExceptionMissing).map(({ event }) => missingException(label, event, origin)),
    );
  }
  if (annotations.length < 2) return;
  const headersDeclaring = (kind: 'consumes' | 'produces'): readonly AnnotationRecord[] =>
    headers.filter((annotation) => headerMediaTypes([annotation], kind).length > 0);
  const singleUse: readonly (readonly [string, readonly AnnotationRecord[]])[] = [
    ['path', [...verbs.filter(({ path }) => path !== undefined), ...annotationsOfKind(annotations, 'path')]],
    ['@WebSocket', annotationsOfKind(annotations, 'webSocket')],
    ['hook', annotationsOfKind(annotations, 'hook')],
    ['application path', annotationsOfKind(annotations, 'application')],
    [
      'list of consumed media types',
      [...annotationsOfKind(annotations, 'consumes'), ...headersDeclaring('consumes')],
    ],
    [
      'list of produced media types',
      [...annotationsOfKind(annotations, 'produces'), ...headersDeclaring('produces')],
    ],
    ['route order', annotationsOfKind(annotations, 'order')],
    ['reader', annotationsOfKind(annotations, 'reader')],
    ['writer', annotationsOfKind(annotations, 'writer')],
    ['context provider', annotationsOfKind(annotations, 'provider')],
    ['list of exception handlers', annotationsOfKind(annotations, 'catch')],
    ['list of event listeners', annotationsOfKind(annotations, 'events')],
    ['result check', annotationsOfKind(annotations, 'valid')],
    ['@Blocking', annotationsOfKind(annotations, 'blocking')],
    ['authentication provider', annotationsOfKind(annotations, 'authenticate')],
    ['authorization provider', annotationsOfKind(annotations, 'authorize')],
    ['access rule', annotationsOfKind(annotations, 'rule')],
  ];
  for (const [what, [one, other]] of singleUse) {
    if (one === undefined || other === undefined) continue;
    findings.push({
      rule: 'duplicate-annotation',
      origin: other.origin,
      message: () => `${label} has more than one ${what}`,
      hint: () => 'remove one of them',
      related: [{ message: 'the other one', origin: one.origin }],
    });
  }
}

/** The kinds of annotations that are valid unless there are others. */
const ALWAYS_VALID: ReadonlySet<AnnotationRecord['kind']> = new Set(['verb', 'path']);

/** Reports an annotation with an empty list, which has no effect. */
function checkEmptyAnnotation(label: string, annotation: AnnotationRecord): readonly Finding[] {
  const argument = listArgument(annotation);
  if (argument === undefined) return NONE;
  const [name, example, list] = argument;
  if (list.length > 0) return NONE;
  return [
    {
      rule: 'empty-annotation',
      origin: annotation.origin,
      message: () => `@${name}() on ${label} has no values`,
      hint: () => `pass at least one, such as @${name}(${example}), or remove the annotation`,
    },
  ];
}

const NONE: readonly never[] = [];

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

/** Whether the event listener's exception class is undefined, for example because of a circular import. */
function isExceptionMissing(event: RouteEvent): boolean {
  return 'exception' in event && event.exception === undefined;
}

function missingException(label: string, event: Component<unknown>, origin: Origin): Finding {
  return {
    rule: 'not-a-class',
    origin,
    message: () => `the exception class of the event listener ${event.name} on ${label} is undefined`,
    hint: () => 'omit "exception", or look for modules that import each other',
  };
}

export function missingVerb(method: Method, annotation: AnnotationRecord): Finding {
  return {
    rule: 'without-verb',
    origin: annotation.origin,
    message: () => `${method.label} is annotated but has no verb, so it is not a route`,
    hint: () =>
      annotation.kind === 'path'
        ? `write @GET('${annotation.path}') instead, or another verb`
        : `add a verb, such as @GET('/')`,
  };
}

export function hookOutsideWebSocket(
  method: Method,
  type: Class,
  { hook, origin }: AnnotationRecordOf<'hook'>,
): Finding {
  return {
    rule: 'hook-outside-web-socket',
    origin,
    message: () =>
      `${method.label} has @${HOOK_ANNOTATIONS[hook]}(), but ${classNameOf(type)} has no @WebSocket`,
    hint: () => `write @WebSocket('/…') on ${classNameOf(type)}`,
  };
}

export function unreachableMember(type: Class, { name, kind, annotations }: MemberRecord): Finding {
  const label = `${classNameOf(type)}.${String(name)}`;
  const why = {
    static: ['is static, but a route must be an instance method', 'remove "static"'],
    private: ['is private, so it cannot be called', 'remove the "#"'],
    field: ['is not a method', 'write a method: a field or an accessor cannot be a route'],
    method: [
      'was replaced by another decorator, which hides its annotations',
      "put Writ's annotations above all other decorators",
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
