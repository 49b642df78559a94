import { defineRules, type Rules } from '@writ/diagnostics';

/** The rules that are checked at registration and by the loader. */
const declarations = {
  syntax: {
    code: 'W2100',
    severity: 'error',
    title: 'A module must be valid TypeScript; decorators are allowed.',
  },
  'without-verb': {
    code: 'W2101',
    severity: 'error',
    title: 'A method with route annotations must have a verb.',
  },
  'unreachable-method': {
    code: 'W2102',
    severity: 'error',
    title: 'An annotated method must be public and not static, so that it can be called.',
  },
  'two-verbs': { code: 'W2103', severity: 'error', title: 'A method must not have more than one verb.' },
  'duplicate-annotation': {
    code: 'W2104',
    severity: 'error',
    title: 'An annotation that sets a single value must be used only once.',
  },
  'two-binding-styles': {
    code: 'W2105',
    severity: 'error',
    title: 'The parameters of a method must be bound either by the verb or by annotations, not by both.',
  },
  'no-source': { code: 'W2106', severity: 'error', title: 'Each parameter of a route must have a source.' },
  'unknown-type': {
    code: 'W2107',
    severity: 'error',
    title: 'The type of a bound value must be known at run time.',
  },
  'contradicted-type': {
    code: 'W2108',
    severity: 'error',
    title: 'The type of a binding must match the declared type of its parameter or field.',
  },
  'replaced-method': {
    code: 'W2109',
    severity: 'error',
    title: "A decorator must not replace a route's handler method.",
  },
  'no-instance': {
    code: 'W2110',
    severity: 'error',
    title: 'A registered class must be instantiable without arguments or by an injector.',
  },
  'no-routes': {
    code: 'W2111',
    severity: 'error',
    title: 'A registered class must have at least one route.',
  },
  'binding-outside-a-route': {
    code: 'W2112',
    severity: 'error',
    title: 'Fields and constructor parameters of an endpoint must not be bound to request values.',
  },
  'no-path': {
    code: 'W2113',
    severity: 'error',
    title: 'A route must have a path, set by its verb or its class.',
  },
  'not-a-class': {
    code: 'W2114',
    severity: 'error',
    title: 'Endpoints must be classes or instances of classes, and exceptions must be classes.',
  },
  'invalid-component': {
    code: 'W2115',
    severity: 'error',
    title: 'A component must implement the interface of its role.',
  },
  'modifier-without-source': {
    code: 'W2116',
    severity: 'error',
    title: 'A parameter with a modifier, such as a default value, must have a source.',
  },
  'misplaced-modifier': {
    code: 'W2117',
    severity: 'error',
    title: 'A modifier of a binding must be applicable to its source.',
  },
  'no-bean-fields': {
    code: 'W2118',
    severity: 'error',
    title: 'A bean must have at least one annotated field or constructor parameter.',
  },
  'cyclic-bean': { code: 'W2119', severity: 'error', title: 'A bean must not contain itself.' },
  'invalid-header': {
    code: 'W2120',
    severity: 'error',
    title: 'A declared header must have the form `Name: value`.',
  },
  'component-field': {
    code: 'W2121',
    severity: 'error',
    title: 'A bound field of a component must have `@Context` and be assignable for each request.',
  },
  'no-media-type': {
    code: 'W2122',
    severity: 'error',
    title: 'A reader or writer must declare its types or its media types.',
  },
  'incompatible-component': {
    code: 'W2123',
    severity: 'error',
    title: 'A component must handle the types for which it is registered.',
  },
  'nothing-registered': { code: 'W2124', severity: 'error', title: 'At least one class must be registered.' },
  'unreachable-field': {
    code: 'W2125',
    severity: 'error',
    title: 'An annotated field must be public and not static, so that a value can be assigned to it.',
  },
  'origin-pattern': {
    code: 'W2126',
    severity: 'error',
    title: 'Origins must be `*` or a regular expression that matches the whole origin.',
  },
  'already-instantiated': {
    code: 'W2127',
    severity: 'error',
    title: 'A component with `@NoCache()` must be passed as a class, not as an instance.',
  },
  'unavailable-in-worker': {
    code: 'W2128',
    severity: 'error',
    title: 'A blocking method must be in a module that a worker thread can import.',
  },
  'not-injected': {
    code: 'W2129',
    severity: 'error',
    title: 'The injector must be able to create an instance of each class that the routes need.',
  },
  'no-toolkit': {
    code: 'W2130',
    severity: 'error',
    title: 'Routes must be registered on a `Toolkit` or `Router` from the same copy of `@writ/http`.',
  },
  'empty-annotation': {
    code: 'W2131',
    severity: 'error',
    title: 'An annotation that accepts a list of values must have at least one value.',
  },
  'metadata-only-type': {
    code: 'W2132',
    severity: 'warning',
    title: 'A type that metadata cannot fully describe should be declared explicitly.',
  },
  'inherited-rule': {
    code: 'W2133',
    severity: 'warning',
    title: 'The access rule of a class should not differ from a rule that one of its methods inherits.',
  },
  'unexported-class': {
    code: 'W2134',
    severity: 'warning',
    title: 'A class with declared types should be exported, so that a generated module can import it.',
  },
  'registered-twice': {
    code: 'W2135',
    severity: 'warning',
    title: 'A class should be registered only once on a router.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);
