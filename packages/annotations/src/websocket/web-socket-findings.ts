import type { Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { HOOK_ANNOTATIONS } from '../reading/hooks.ts';
import { classNameOf, nearestAnnotation, type AnnotationLevels, type Method } from '../reading/method.ts';
import type { AnnotationRecord, AnnotationRecordOf } from '../recording/records.ts';
import { propertyOf, type Class } from '../recording/reflection.ts';

type Kind = AnnotationRecord['kind'];

/** Annotations of classes that have no effect on WebSocket connections. */
const UNUSED_ON_CLASS: Readonly<Partial<Record<Kind, string>>> = {
  consumes: '@Consumes',
  produces: '@Produces',
  reader: '@RequestReader',
  writer: '@ResponseWriter',
  blocking: '@Blocking',
  noCache: '@NoCache',
  suppressCheck: '@SuppressCheck',
};

export function checkClassAnnotations(type: Class, scope: AnnotationLevels): readonly Finding[] {
  return scope.flat().flatMap(({ kind, origin }): Finding[] => {
    const name = UNUSED_ON_CLASS[kind];
    if (name === undefined) return [];
    return [
      {
        rule: 'not-for-web-sockets',
        origin,
        message: () => `${name} on ${classNameOf(type)} has no effect on WebSocket connections`,
        hint: () =>
          kind === 'noCache' ? 'remove it: each connection has its own instance' : `remove ${name}`,
      },
    ];
  });
}

/** Annotations that a hook can have. */
const OF_HOOKS: ReadonlySet<Kind> = new Set(['hook', 'param', 'modifier', 'provider']);

export function checkHookAnnotations(method: Method): readonly Finding[] {
  const annotations = method.levels.flat();
  const verb = nearestAnnotation(method.levels, 'verb');
  if (verb !== undefined) {
    return [
      {
        rule: 'not-for-web-sockets',
        origin: verb.origin,
        message: () => `${method.label} has @${verb.method}, but its class has @WebSocket`,
        hint: () => 'move the method to another class',
      },
    ];
  }
  const hook = nearestAnnotation(method.levels, 'hook');
  const [first] = annotations;
  if (hook === undefined) {
    return first === undefined ? [] : [missingHook(method, first.origin)];
  }
  const other = annotations.find(({ kind }) => !OF_HOOKS.has(kind));
  if (other === undefined) return [];
  return [
    {
      rule: 'not-for-web-sockets',
      origin: other.origin,
      message: () => `${method.label} has an annotation that does not apply to hooks`,
      hint: () => 'access rules, filters and headers apply to the opening handshake: write them on the class',
    },
  ];
}

function missingHook({ label }: Method, origin: Origin): Finding {
  return {
    rule: 'without-verb',
    origin,
    message: () => `${label} is annotated but has no hook, so it is never called`,
    hint: () => 'add a hook, such as @OnMessage()',
  };
}

export function missingHooks(type: Class, origin: Origin): Finding {
  return {
    rule: 'no-hooks',
    origin,
    message: () => `${classNameOf(type)} has no hooks`,
    hint: () => 'add @OnMessage() to a method, or @OnOpen()',
  };
}

export function missingPath(type: Class, origin: Origin): Finding {
  return {
    rule: 'no-path',
    origin,
    message: () => `neither @WebSocket nor the class ${classNameOf(type)} has a path`,
    hint: () => "write one in the annotation: @WebSocket('/')",
  };
}

export function repeatedHook(
  { label }: Method,
  first: Method,
  { hook, origin }: AnnotationRecordOf<'hook'>,
): Finding {
  return {
    rule: 'two-hooks',
    origin,
    message: () => `${label} and ${first.label} both have @${HOOK_ANNOTATIONS[hook]}()`,
    hint: () => 'write one method, which can call both',
    related: [{ message: 'the first one', origin: nearestAnnotation(first.levels, 'hook')?.origin ?? {} }],
  };
}

/**
 * Returns the finding about an invalid option or message type. `message` is the location of the message's parameter.
 */
export function invalidOption(type: Class, error: Error, origin: Origin, message?: Origin): Finding {
  const hint = propertyOf(error, 'hint');
  if (typeof hint === 'string') {
    return {
      rule: 'unknown-type',
      origin: message ?? origin,
      message: () => `the type of messages of ${classNameOf(type)}: ${error.message}`,
      hint: () => hint,
    };
  }
  return {
    rule: 'web-socket-option',
    origin,
    message: () => `@WebSocket on ${classNameOf(type)}: ${error.message.replace(/^webSocket:? /, '')}`,
    hint: () => 'correct the option in the second argument of @WebSocket',
  };
}
