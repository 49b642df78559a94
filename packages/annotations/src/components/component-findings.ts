import { inspect } from 'node:util';
import type { Component, Origin } from '@writ/http/kernel';
import { classNameOf } from '../reading/method.ts';
import { readFieldBinding } from '../reading/modifiers.ts';
import { declaredType, typeName } from '../reading/types.ts';
import { knownFields } from '../recording/fields.ts';
import { checkUnreachableFields } from '../reading/unreachable-fields.ts';
import type { Finding } from '../findings/finding.ts';
import { describeThrown } from '../findings/describe-thrown.ts';
import { injectionFinding } from '../injection/injection-finding.ts';
import { toInjectionError, type Injector } from '../injection/injector.ts';
import { fieldType } from '../recording/metadata.ts';
import { construct, hasMethod, propertyOf, type Class } from '../recording/reflection.ts';
import { declaredHeaders, componentSourceOf, hasAnnotation } from './component.ts';
import { isBuiltInContext } from './context-fields.ts';
import { parseHeader } from './headers.ts';

/** Reports a component that does not have the method of its role, cannot be instantiated, or has invalid fields or headers. */
export function checkComponent(component: Component<unknown>, at?: Origin): Finding[] {
  const componentSource = componentSourceOf(component);
  if (componentSource === undefined) return [];
  const { role, source, type } = componentSource;
  const origin = component.origin ?? at ?? {};
  if (typeof source !== 'function' && (typeof source !== 'object' || source === null)) {
    return [
      invalidComponent(
        origin,
        inspect(source, { depth: 0 }),
        role,
        'if it is undefined, look for modules that import each other',
      ),
    ];
  }
  const has = type === source ? type?.prototype : source;
  if (type !== undefined && !hasMethod(has, role.method)) {
    return [invalidComponent(origin, classNameOf(type), role, `add the method ${role.signature}`)];
  }
  if (type === undefined) {
    const isFunction = typeof source === 'function' && role.hasManyMethods !== true;
    if (isFunction || hasMethod(source, role.method)) return [];
    return [
      invalidComponent(origin, inspect(source, { depth: 0 }), role, `add the method ${role.signature}`),
    ];
  }
  const noType = [propertyOf(type, 'type')]
    .flat()
    .find((each) => each !== undefined && typeof each !== 'function');
  if (noType !== undefined) {
    return [
      {
        rule: 'invalid-component',
        origin,
        message: () => `static type of ${classNameOf(type)} is ${inspect(noType, { depth: 0 })}, not a class`,
        hint: () => 'assign a class, such as static type = RangeError',
      },
    ];
  }
  // The component is instantiated first, because fields with standard decorators are known only from an instance.
  const instantiation = componentSource.injector
    ? checkInjection(component, type, componentSource.injector, origin)
    : checkInstantiation(component, type, type === source, origin);
  const fields = [
    ...checkUnreachableFields(type, origin),
    ...checkContextFields(type, type !== source, origin),
  ];
  const headers = checkHeaders(declaredHeaders(type), classNameOf(type), origin);
  return [
    ...fields,
    ...headers,
    ...checkAlreadyInstantiated(type, source, origin),
    ...(fields.length > 0 ? [] : instantiation),
  ];
}

function invalidComponent(
  origin: Origin,
  what: string,
  role: { readonly name: string; readonly signature: string },
  hint: string,
): Finding {
  return {
    rule: 'invalid-component',
    origin,
    message: () => `${what} is not a valid ${role.name}: it has no ${role.signature}`,
    hint: () => hint,
  };
}

/** Reports an instance whose class must be instantiated for each request. */
export function checkAlreadyInstantiated(type: Class, source: unknown, origin: Origin): Finding[] {
  if (source === type || !hasAnnotation(type, 'noCache')) return [];
  return [
    {
      rule: 'already-instantiated',
      origin,
      message: () =>
        `${classNameOf(type)} has @NoCache() and therefore needs one instance per request, but an instance was passed`,
      hint: () => `pass the class ${classNameOf(type)}, or remove @NoCache() from it`,
    },
  ];
}

/** Creates the instance, so that constructor errors are reported at start-up. */
function checkInstantiation(
  component: Component<unknown>,
  type: Class,
  byClass: boolean,
  origin: Origin,
): Finding[] {
  if (!byClass) return [];
  const problem = (why: string): Finding => ({
    rule: 'no-instance',
    origin,
    message: () => `the constructor of ${classNameOf(type)} ${why}`,
    hint: () => `pass an instance: new ${classNameOf(type)}(…)`,
  });
  if (type.length > 0) return [problem(`takes ${type.length} argument${type.length === 1 ? '' : 's'}`)];
  try {
    if (component.create === undefined) void component.instance;
    else construct(type);
    return [];
  } catch (error) {
    return [problem(`fails: ${describeThrown(error)}`)];
  }
}

/** Creates the instance with the injector, so that injection errors are reported at start-up. */
function checkInjection(
  component: Component<unknown>,
  type: Class,
  injector: Injector,
  origin: Origin,
): Finding[] {
  try {
    if (component.create === undefined) void component.instance;
    else injector.create(type);
    return [];
  } catch (error) {
    return [injectionFinding(toInjectionError(type, error), origin)];
  }
}

function checkContextFields(type: Class, isInstance: boolean, at: Origin): Finding[] {
  return knownFields(type).flatMap(({ name, owner, annotations }): Finding[] => {
    const label = `${classNameOf(type)}.${String(name)}`;
    const binding = readFieldBinding(annotations);
    const origin = annotations[0]?.origin ?? at;
    const problem = (message: string, hint: string): Finding[] => [
      { rule: 'component-field', origin, message: () => `${label} ${message}`, hint: () => hint },
    ];
    if (binding?.source !== 'context') {
      return problem(
        'is bound to a request value, but components support only @Context',
        'bind the request: @Context(HttpRequest)',
      );
    }
    if (isInstance)
      return problem(
        'must be set for each request, but one instance serves all requests',
        'pass the class instead of an instance',
      );
    const declared: unknown = binding.type ?? declaredType(fieldType(owner, name));
    const token = propertyOf(declared, 'of') ?? declared;
    if (binding.provider !== undefined || isBuiltInContext(token)) return [];
    if (declared === undefined) {
      const hint =
        'declare it: Context(HttpRequest); a name imported with "import type" does not exist at run time';
      return problem('has a type that is not known at run time', hint);
    }
    return problem(
      `is of type ${typeName(token)}, which no provider supplies to a component`,
      'HttpRequest, HttpResponse, RoutingContext, RouteDefinition, AbortSignal, Toolkit, EventBus and User are built in; for other types pass a provider: Context(Type).from(Provider)',
    );
  });
}

export function checkHeaders(lines: readonly string[], label: string, origin: Origin): Finding[] {
  return lines.flatMap((line): Finding[] =>
    parseHeader(line) === undefined
      ? [
          {
            rule: 'invalid-header',
            origin,
            message: () => `${label} sends ${JSON.stringify(line)}, which is not a valid header`,
            hint: () => `write 'Name: value', such as 'Cache-Control: no-store'`,
          },
        ]
      : [],
  );
}
