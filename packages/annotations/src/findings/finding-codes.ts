import { defineRules, type Rules } from '@writ/diagnostics';

/** The rules that are checked at registration and by the loader. */
const declarations = {
  syntax: {
    code: 'W2100',
    severity: 'error',
    title: 'A module that `@writ/annotations/register` loads must be valid TypeScript.',
  },
  'without-verb': {
    code: 'W2101',
    severity: 'error',
    title: 'A method with annotations must have a verb, such as `@GET`.',
  },
  'unreachable-method': {
    code: 'W2102',
    severity: 'error',
    title: 'A method annotation must be applied to an instance method that can be called.',
  },
  'two-verbs': {
    code: 'W2103',
    severity: 'error',
    title: 'A method must not have more than one verb, such as `@GET` and `@POST`.',
  },
  'duplicate-annotation': {
    code: 'W2104',
    severity: 'error',
    title: 'A setting that has a single value must not be declared more than once.',
  },
  'two-binding-styles': {
    code: 'W2105',
    severity: 'error',
    title:
      'The parameters of a method must be bound either in its verb or by parameter annotations, not in both ways.',
  },
  'no-source': {
    code: 'W2106',
    severity: 'error',
    title: 'Each parameter of a route must have a source, such as `@PathParam`.',
  },
  'unknown-type': {
    code: 'W2107',
    severity: 'error',
    title: 'The type of a bound parameter or field must be known at run time.',
  },
  'contradicted-type': {
    code: 'W2108',
    severity: 'error',
    title: 'The type that is passed to an annotation must match the declared type of its parameter or field.',
  },
  'replaced-method': {
    code: 'W2109',
    severity: 'error',
    title: 'An annotated method must not be replaced by a decorator above its annotations.',
  },
  'no-instance': {
    code: 'W2110',
    severity: 'error',
    title: 'A registered class must have a constructor that needs no arguments and does not throw.',
  },
  'no-routes': {
    code: 'W2111',
    severity: 'error',
    title:
      'A class that is registered as an endpoint must have at least one method with a verb, such as `@GET`.',
  },
  'binding-outside-a-route': {
    code: 'W2112',
    severity: 'error',
    title: 'The fields and constructor parameters of an endpoint class must not be bound to request values.',
  },
  'no-path': {
    code: 'W2113',
    severity: 'error',
    title: 'The verb, the method or the class of a route must declare a path.',
  },
  'not-a-class': {
    code: 'W2114',
    severity: 'error',
    title: 'An endpoint must be a class or an instance of a class.',
  },
  'invalid-component': {
    code: 'W2115',
    severity: 'error',
    title: 'A component must implement the interface of its role.',
  },
  'modifier-without-source': {
    code: 'W2116',
    severity: 'error',
    title:
      'A parameter or field with a modifier, such as `@DefaultValue`, must have a source, such as `@QueryParam`.',
  },
  'misplaced-modifier': {
    code: 'W2117',
    severity: 'error',
    title: 'The source of a parameter or field must support its modifiers, such as `@DefaultValue`.',
  },
  'no-bean-fields': {
    code: 'W2118',
    severity: 'error',
    title: 'The class of a bean must have at least one annotated field or constructor parameter.',
  },
  'cyclic-bean': {
    code: 'W2119',
    severity: 'error',
    title: 'A bean must not contain itself, either directly or through other beans.',
  },
  'invalid-header': {
    code: 'W2120',
    severity: 'error',
    title: 'A header that an annotation declares must have the form `Name: value`.',
  },
  'component-field': {
    code: 'W2121',
    severity: 'error',
    title: 'A bound field of a component must have `@Context`.',
  },
  'no-media-type': {
    code: 'W2122',
    severity: 'error',
    title: 'A registered reader or writer must have a type or a media type.',
  },
  'incompatible-component': {
    code: 'W2123',
    severity: 'error',
    title: 'A component must be compatible with the type for which it is used.',
  },
  'nothing-registered': {
    code: 'W2124',
    severity: 'error',
    title: 'At least one endpoint class must be registered before the routes are built.',
  },
  'unreachable-field': {
    code: 'W2125',
    severity: 'error',
    title: 'An annotated member of a bean or component must be a field to which a value can be assigned.',
  },
  'origin-pattern': {
    code: 'W2126',
    severity: 'error',
    title: 'The origins that are passed to `enableCors` must be `*` or a valid regular expression.',
  },
  'already-instantiated': {
    code: 'W2127',
    severity: 'error',
    title: 'A class with `@NoCache()` must be registered as a class, not as an instance.',
  },
  'unavailable-in-worker': {
    code: 'W2128',
    severity: 'error',
    title: 'A worker thread must be able to import the class of a blocking method and call the method.',
  },
  'not-injected': {
    code: 'W2129',
    severity: 'error',
    title: 'The injector must be able to create an instance of each class that the routes need.',
  },
  'no-toolkit': {
    code: 'W2130',
    severity: 'error',
    title:
      'Routes must be registered on a `Toolkit` or `Router` from the copy of `@writ/http` that `@writ/annotations` uses.',
  },
  'empty-annotation': {
    code: 'W2131',
    severity: 'error',
    title: 'An annotation that accepts a list, such as `@Produces` or `@Use`, must have at least one value.',
  },
  'metadata-only-type': {
    code: 'W2132',
    severity: 'warning',
    title:
      'The type of a parameter or field should be known from its annotation or its declaration, not only from the metadata that the compiler emits.',
  },
  'inherited-rule': {
    code: 'W2133',
    severity: 'warning',
    title: 'A method should not inherit an access rule that replaces a different rule of its class.',
  },
  'unexported-class': {
    code: 'W2134',
    severity: 'warning',
    title: 'A decorated class should be exported.',
  },
  'registered-twice': {
    code: 'W2135',
    severity: 'warning',
    title: 'A class or instance should be registered only once on a router.',
  },
  'hook-outside-web-socket': {
    code: 'W2136',
    severity: 'error',
    title: 'A class with a hook, such as `@OnMessage`, must have `@WebSocket`.',
  },
  'no-hooks': {
    code: 'W2137',
    severity: 'error',
    title: 'A class with `@WebSocket` must have at least one hook, such as `@OnMessage`.',
  },
  'two-hooks': {
    code: 'W2138',
    severity: 'error',
    title: 'A class with `@WebSocket` must not have two methods for the same hook.',
  },
  'not-for-web-sockets': {
    code: 'W2139',
    severity: 'error',
    title: 'An annotation in a class with `@WebSocket` must have an effect there.',
  },
  'unavailable-in-hook': {
    code: 'W2140',
    severity: 'error',
    title: 'A parameter of a hook must be bound to a value of the opening handshake or of the hook.',
  },
  'web-socket-option': {
    code: 'W2141',
    severity: 'error',
    title: 'The options of `@WebSocket` must be valid.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);
