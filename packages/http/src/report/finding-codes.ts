import { defineRules, type Rules } from '@writ/diagnostics';

/** The rules of start-up checks. The kernel's codes begin with W20, and each front end has its own range of codes. */
const declarations = {
  'path-pattern': { code: 'W2001', severity: 'error', title: "A route's path must be a valid pattern." },
  'value-type': {
    code: 'W2002',
    severity: 'error',
    also: 'warning',
    title: 'Request data must be convertible to the type of a binding.',
  },
  'duplicate-route': {
    code: 'W2003',
    severity: 'warning',
    title: 'Two routes should differ in method, path or media types.',
  },
  'unreachable-route': {
    code: 'W2004',
    severity: 'warning',
    title: 'A route should not be hidden by an earlier route that matches the same paths.',
  },
  'unknown-path-variable': {
    code: 'W2005',
    severity: 'error',
    title: 'A path binding must refer to a variable in the path.',
  },
  'one-body': {
    code: 'W2006',
    severity: 'error',
    title: 'The body must be bound only once, either as a whole or as form fields.',
  },
  'rest-is-last': {
    code: 'W2007',
    severity: 'error',
    title: 'The argument bound to the rest of the path must come last.',
  },
  method: {
    code: 'W2008',
    severity: 'error',
    also: 'warning',
    title: "A route's method must be an HTTP method that servers accept.",
  },
  'filter-pattern': { code: 'W2009', severity: 'error', title: 'A filter pattern must be valid.' },
  filter: { code: 'W2010', severity: 'error', title: 'A filter must be a function.' },
  'media-type': {
    code: 'W2011',
    severity: 'error',
    title: 'Consumed and produced media types must be valid, and their charsets must be known.',
  },
  'header-name': { code: 'W2012', severity: 'error', title: 'Header and cookie names must be valid.' },
  'limits-by-pattern': {
    code: 'W2013',
    severity: 'error',
    title: 'Limits must be set for the router, a class or a route, not for a pattern.',
  },
  'unreachable-writer': {
    code: 'W2014',
    severity: 'warning',
    title: 'A writer should be registered before any writer that also covers its types.',
  },
  'route-order': { code: 'W2015', severity: 'error', title: "A route's order must be an integer." },
  'open-cors': {
    code: 'W2016',
    severity: 'warning',
    title: 'A CORS policy that allows credentials should list its origins.',
  },
  'cors-origin': {
    code: 'W2017',
    severity: 'warning',
    title: 'Each origin in a CORS policy should be one that a browser can send.',
  },
  'cross-site': {
    code: 'W2018',
    severity: 'warning',
    title: 'Routes that change state and read credentials from a cookie should be protected by `csrf()`.',
  },
  'costly-expression': {
    code: 'W2019',
    severity: 'warning',
    title: 'A regular expression should not take exponential time for any string.',
  },
  bean: { code: 'W2020', severity: 'error', title: 'A bean must bind at least one field or parameter.' },
  'reader-type': { code: 'W2021', severity: 'error', title: 'A reader must return the type of its binding.' },
  'unreachable-reader': {
    code: 'W2022',
    severity: 'warning',
    title: 'A reader should be registered before any reader that also covers its types.',
  },
  'unknown-name': {
    code: 'W2023',
    severity: 'error',
    title: 'Routes, scopes and options must not have unknown members.',
  },
  escape: {
    code: 'W2024',
    severity: 'error',
    also: 'warning',
    title:
      'A regular expression must not have doubled or missing backslashes after its string literal is parsed.',
  },
  'idle-filter': {
    code: 'W2025',
    severity: 'warning',
    title: 'A filter pattern should match the path of at least one route.',
  },
  'open-below': {
    code: 'W2026',
    severity: 'warning',
    title: 'A guard on a path should also cover the routes below that path.',
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
      'A router may be mounted in only one other router, which must use the same toolkit, and under a valid prefix.',
  },
  'not-found-pattern': {
    code: 'W2030',
    severity: 'error',
    title: 'The pattern of a not-found handler must be a regular expression that matches the whole path.',
  },
  'one-handler': {
    code: 'W2031',
    severity: 'error',
    title: 'An exception type must have at most one global handler.',
  },
  'unreachable-handler': {
    code: 'W2032',
    severity: 'warning',
    title: 'An exception handler should be registered before any handler that also covers its types.',
  },
  'no-authentication': {
    code: 'W2040',
    severity: 'warning',
    title: 'A route that requires authorization should have an authentication provider.',
  },
  'no-role': {
    code: 'W2041',
    severity: 'error',
    title: 'A role-based access rule must list at least one role.',
  },
  provider: {
    code: 'W2042',
    severity: 'error',
    title: 'Authentication and authorization providers must implement their interface.',
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
    title:
      'A blocking route must be able to run in a worker thread, and its arguments and results must be transferable.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);
