import { defineRules, type Rules } from '@writ/diagnostics';

/** The rules that are checked at registration and by the loader. */
const declarations = {
  syntax: { code: 'W2100', severity: 'error', title: 'A module can be read as TypeScript with decorators.' },
  'without-verb': {
    code: 'W2101',
    severity: 'error',
    title: 'A method with annotations of a route has a verb.',
  },
  'unreachable-method': {
    code: 'W2102',
    severity: 'error',
    title: 'An annotated method can be called: it is public and not static.',
  },
  'two-verbs': { code: 'W2103', severity: 'error', title: 'A method has one verb.' },
  'duplicate-annotation': {
    code: 'W2104',
    severity: 'error',
    title: 'An annotation that can have one value is used once.',
  },
  'two-binding-styles': {
    code: 'W2105',
    severity: 'error',
    title: 'The parameters of a method are bound by the verb or by annotations, not by both.',
  },
  'no-source': { code: 'W2106', severity: 'error', title: 'Each parameter of a route has a source.' },
  'unknown-type': {
    code: 'W2107',
    severity: 'error',
    title: 'The type of a bound value is known at run time.',
  },
  'contradicted-type': {
    code: 'W2108',
    severity: 'error',
    title: 'The type of a binding is the declared type of its parameter or field.',
  },
  'replaced-method': {
    code: 'W2109',
    severity: 'error',
    title: 'No decorator replaces a method of a route.',
  },
  'no-instance': {
    code: 'W2110',
    severity: 'error',
    title:
      'A class that is registered without an instance can be created without arguments or by an injector.',
  },
  'no-routes': { code: 'W2111', severity: 'error', title: 'A registered class has at least one route.' },
  'binding-outside-a-route': {
    code: 'W2112',
    severity: 'error',
    title: 'Fields and constructor parameters of an endpoint are not bound to request values.',
  },
  'no-path': { code: 'W2113', severity: 'error', title: 'A route has a path, from its verb or its class.' },
  'not-a-class': {
    code: 'W2114',
    severity: 'error',
    title: 'Endpoints are classes or instances of classes, and exceptions are classes.',
  },
  'invalid-component': {
    code: 'W2115',
    severity: 'error',
    title: 'A component implements the interface of its role.',
  },
  'modifier-without-source': {
    code: 'W2116',
    severity: 'error',
    title: 'A parameter with a modifier, such as a default value, has a source.',
  },
  'misplaced-modifier': {
    code: 'W2117',
    severity: 'error',
    title: 'A modifier of a binding applies to its source.',
  },
  'no-bean-fields': {
    code: 'W2118',
    severity: 'error',
    title: 'A bean has an annotated field or constructor parameter.',
  },
  'cyclic-bean': { code: 'W2119', severity: 'error', title: 'A bean does not contain itself.' },
  'invalid-header': {
    code: 'W2120',
    severity: 'error',
    title: 'A declared header has the form `Name: value`.',
  },
  'component-field': {
    code: 'W2121',
    severity: 'error',
    title: 'A `@Context` field of a component can be set for each request.',
  },
  'no-media-type': {
    code: 'W2122',
    severity: 'error',
    title: 'A reader or writer declares its media types or its types.',
  },
  'incompatible-component': {
    code: 'W2123',
    severity: 'error',
    title: 'A component handles the types that it is registered for.',
  },
  'nothing-registered': { code: 'W2124', severity: 'error', title: 'At least one class is registered.' },
  'unreachable-field': {
    code: 'W2125',
    severity: 'error',
    title: 'An annotated field can be assigned: it is public and not static.',
  },
  'origin-pattern': {
    code: 'W2126',
    severity: 'error',
    title: 'Origins are `*` or a regular expression that matches the whole origin.',
  },
  'already-instantiated': {
    code: 'W2127',
    severity: 'error',
    title: 'A component with `@NoCache()` is passed as a class, not as an instance.',
  },
  'unavailable-in-worker': {
    code: 'W2128',
    severity: 'error',
    title: 'A blocking method is in a module that a worker thread can import.',
  },
  'not-injected': {
    code: 'W2129',
    severity: 'error',
    title: 'The injector can create each class that routes need.',
  },
  'no-toolkit': {
    code: 'W2130',
    severity: 'error',
    title: 'Routes are registered on a `Toolkit` or a `Router` from the same copy of `@writ/http`.',
  },
  'empty-annotation': {
    code: 'W2131',
    severity: 'error',
    title: 'An annotation that accepts a list of values has at least one.',
  },
  'metadata-only-type': {
    code: 'W2132',
    severity: 'warning',
    title: 'A type that metadata cannot describe is declared where it can be read.',
  },
  'inherited-rule': {
    code: 'W2133',
    severity: 'warning',
    title: 'The access rule of a class does not differ from one that a method inherits.',
  },
  'unexported-class': {
    code: 'W2134',
    severity: 'warning',
    title: 'A class with declared types is exported, so that a generated module can import it.',
  },
  'registered-twice': {
    code: 'W2135',
    severity: 'warning',
    title: 'A class is registered once on a router.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);
