import { defineRules, type Rules } from '@writ/diagnostics';

/** The rules of start-up checks. The kernel's codes begin with W20, and each front end has its own range of codes. */
const declarations = {
  'path-pattern': {
    code: 'W2001',
    severity: 'error',
    title: 'The path of a route must be a valid pattern, such as `/notes/{id}`.',
  },
  'value-type': {
    code: 'W2002',
    severity: 'error',
    also: 'warning',
    title: 'A bound argument must have a type to which its source can be converted.',
  },
  'duplicate-route': {
    code: 'W2003',
    severity: 'warning',
    title: 'Two routes should not have the same method, path pattern and media types.',
  },
  'unreachable-route': {
    code: 'W2004',
    severity: 'warning',
    title: 'A route should precede any route that matches all its paths.',
  },
  'unknown-path-variable': {
    code: 'W2005',
    severity: 'error',
    title:
      "An argument that is bound to a path variable must have the name of a variable in the route's path.",
  },
  'one-body': {
    code: 'W2006',
    severity: 'error',
    title: 'The body of a request must be bound either as a whole to one argument, or to form fields.',
  },
  'rest-is-last': {
    code: 'W2007',
    severity: 'error',
    title: 'An argument that receives all remaining path segments must be the last one.',
  },
  method: {
    code: 'W2008',
    severity: 'error',
    also: 'warning',
    title: 'The method of a route must be `ANY` or an HTTP method in upper case.',
  },
  'filter-pattern': {
    code: 'W2009',
    severity: 'error',
    title: 'The pattern of a filter must be a valid path pattern.',
  },
  filter: {
    code: 'W2010',
    severity: 'error',
    title: 'A filter must be a function, such as `(context, next) => next()`.',
  },
  'media-type': {
    code: 'W2011',
    severity: 'error',
    title: 'The media types that a route consumes or produces must be valid.',
  },
  'header-name': {
    code: 'W2012',
    severity: 'error',
    title: 'The names of headers and cookies must be valid.',
  },
  'limits-by-pattern': {
    code: 'W2013',
    severity: 'error',
    title: 'Limits must be set for a router, a class or a route, not for a path pattern.',
  },
  'unreachable-writer': {
    code: 'W2014',
    severity: 'warning',
    title: 'A writer should be registered before any other writer that covers all its types and media types.',
  },
  'route-order': { code: 'W2015', severity: 'error', title: 'The order of a route must be an integer.' },
  'open-cors': {
    code: 'W2016',
    severity: 'warning',
    title: 'A CORS policy that allows credentials should not allow all origins.',
  },
  'cors-origin': {
    code: 'W2017',
    severity: 'warning',
    title:
      'A CORS policy should specify origins in the form that browsers send, such as `https://app.example`.',
  },
  'cross-site': {
    code: 'W2018',
    severity: 'warning',
    title:
      'A route that changes state should be protected by `csrf()` if its authentication provider reads a cookie.',
  },
  'costly-expression': {
    code: 'W2019',
    severity: 'warning',
    title: 'A regular expression should not need exponential time for any string.',
  },
  bean: {
    code: 'W2020',
    severity: 'error',
    title: 'A bean must bind at least one field or constructor parameter.',
  },
  'reader-type': {
    code: 'W2021',
    severity: 'error',
    title: 'The type that a reader returns must be compatible with the type of the argument or field.',
  },
  'unreachable-reader': {
    code: 'W2022',
    severity: 'warning',
    title: 'A reader should be registered before any other reader that covers all its types.',
  },
  'unknown-name': {
    code: 'W2023',
    severity: 'error',
    title: 'A route must not have unknown members.',
  },
  escape: {
    code: 'W2024',
    severity: 'error',
    also: 'warning',
    title:
      'If a regular expression is written as a string literal, each escape, such as `\\d`, must have exactly one backslash in the resulting string.',
  },
  'idle-filter': {
    code: 'W2025',
    severity: 'warning',
    title: 'The pattern of a filter should match the path of at least one route.',
  },
  'open-below': {
    code: 'W2026',
    severity: 'warning',
    title:
      'A filter that authenticates the requests for a path should also protect the routes below that path.',
  },
  'foreign-syntax': {
    code: 'W2027',
    severity: 'warning',
    title: 'A pattern should not use the syntax of other frameworks.',
  },
  mount: {
    code: 'W2028',
    severity: 'error',
    title:
      'The arguments of `mount()` must be a valid prefix, and a matcher or a router that can be mounted.',
  },
  'unbound-variable': {
    code: 'W2029',
    severity: 'warning',
    title: 'A path variable should be bound if another binding of the route has its name.',
  },
  'not-found-pattern': {
    code: 'W2030',
    severity: 'error',
    title: 'The pattern of a not-found handler must be a valid regular expression.',
  },
  'one-handler': {
    code: 'W2031',
    severity: 'error',
    title: 'A router or toolkit must not register two exception handlers for the same error class.',
  },
  'unreachable-handler': {
    code: 'W2032',
    severity: 'warning',
    title:
      'An exception handler should be registered before any other handler that covers all its error classes.',
  },
  'type-name': {
    code: 'W2033',
    severity: 'warning',
    title: 'The regular expression of a path variable should not be the name of a type.',
  },
  'no-authentication': {
    code: 'W2040',
    severity: 'warning',
    title:
      'A route that requires roles or has an authorization provider should have an authentication provider.',
  },
  'no-role': {
    code: 'W2041',
    severity: 'error',
    title: 'An access rule that requires roles must list at least one role.',
  },
  provider: {
    code: 'W2042',
    severity: 'error',
    title: 'An authentication or authorization provider must have all methods of its interface.',
  },
  'no-access-rule': {
    code: 'W2043',
    severity: 'error',
    title:
      'A route must have an access rule or an authorization provider if one of its filters requires that.',
  },
  event: {
    code: 'W2050',
    severity: 'error',
    title: 'An event listener must have an `execute` method and valid conditions.',
  },
  blocking: {
    code: 'W2051',
    severity: 'error',
    also: 'warning',
    title: 'A blocking route must be able to run in a worker thread.',
  },
  'start-hook': {
    code: 'W2052',
    severity: 'error',
    title: 'A start hook must finish in time, without an error.',
  },
  job: {
    code: 'W2053',
    severity: 'error',
    title: 'A scheduled job must have a valid cron pattern and a known time zone.',
  },
  upgrade: {
    code: 'W2054',
    severity: 'warning',
    title: 'A server with WebSocket routes should be able to upgrade connections.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);
