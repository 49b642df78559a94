import { defineRules, type Rules } from '@writ/diagnostics';

/** The rules of start-up checks. The kernel's codes are W20xx; each front end has its own range. */
const declarations = {
  'path-pattern': { code: 'W2001', severity: 'error', title: 'The path of a route is a valid pattern.' },
  'value-type': {
    code: 'W2002',
    severity: 'error',
    also: 'warning',
    title: 'A binding has a type that the data of the request can be converted to.',
  },
  'duplicate-route': {
    code: 'W2003',
    severity: 'warning',
    title: 'No two routes have the same method, path and media types.',
  },
  'unreachable-route': {
    code: 'W2004',
    severity: 'warning',
    title: 'A route is not hidden by another that matches the same paths first.',
  },
  'unknown-path-variable': {
    code: 'W2005',
    severity: 'error',
    title: 'A path binding names a variable of the path.',
  },
  'one-body': {
    code: 'W2006',
    severity: 'error',
    title: 'The body is bound once: as a whole or as form fields.',
  },
  'rest-is-last': { code: 'W2007', severity: 'error', title: 'The rest of a path is the last argument.' },
  method: {
    code: 'W2008',
    severity: 'error',
    also: 'warning',
    title: 'The method of a route is one that servers receive.',
  },
  'filter-pattern': { code: 'W2009', severity: 'error', title: 'The pattern of a filter is valid.' },
  filter: { code: 'W2010', severity: 'error', title: 'A filter is a function.' },
  'media-type': {
    code: 'W2011',
    severity: 'error',
    title: 'Consumed and produced media types are valid, with a known charset.',
  },
  'header-name': { code: 'W2012', severity: 'error', title: 'Names of headers and cookies are valid.' },
  'limits-by-pattern': {
    code: 'W2013',
    severity: 'error',
    title: 'Limits are set for the router, a class or a route, not for a pattern.',
  },
  'unreachable-writer': {
    code: 'W2014',
    severity: 'warning',
    title: 'A writer is registered before the writers that include its types.',
  },
  'route-order': { code: 'W2015', severity: 'error', title: 'The order of a route is an integer.' },
  'open-cors': {
    code: 'W2016',
    severity: 'warning',
    title: 'A CORS policy with credentials names its origins.',
  },
  'cors-origin': { code: 'W2017', severity: 'warning', title: 'An origin of a CORS policy can match.' },
  'cross-site': {
    code: 'W2018',
    severity: 'warning',
    title: 'Routes that write and take credentials from a cookie are covered by `csrf()`.',
  },
  'costly-expression': {
    code: 'W2019',
    severity: 'warning',
    title:
      'A regular expression matches each string in one way, so that its time does not grow exponentially.',
  },
  bean: { code: 'W2020', severity: 'error', title: 'A bean binds at least one field or parameter.' },
  'reader-type': { code: 'W2021', severity: 'error', title: 'A reader returns the type of its binding.' },
  'unreachable-reader': {
    code: 'W2022',
    severity: 'warning',
    title: 'A reader is registered before the readers that include its types.',
  },
  'unknown-name': {
    code: 'W2023',
    severity: 'error',
    title: 'Routes, scopes and options have known members only.',
  },
  escape: {
    code: 'W2024',
    severity: 'error',
    also: 'warning',
    title: 'Escapes of a regular expression have one backslash when it is compiled.',
  },
  'idle-filter': {
    code: 'W2025',
    severity: 'warning',
    title: 'The pattern of a filter matches the path of a route.',
  },
  'open-below': {
    code: 'W2026',
    severity: 'warning',
    title: 'A guard for a path covers the routes below it as well.',
  },
  'foreign-syntax': {
    code: 'W2027',
    severity: 'warning',
    title: 'A path pattern has no syntax of other frameworks, which is literal in it.',
  },
  'not-found-pattern': {
    code: 'W2030',
    severity: 'error',
    title: 'The pattern of a not-found handler is a regular expression for the whole path.',
  },
  'one-handler': {
    code: 'W2031',
    severity: 'error',
    title: 'An exception type has one handler for all routes.',
  },
  'unreachable-handler': {
    code: 'W2032',
    severity: 'warning',
    title: 'An exception handler is registered before the handlers that include its types.',
  },
  'no-authentication': {
    code: 'W2040',
    severity: 'warning',
    title: 'A route with access rules has an authentication provider.',
  },
  'no-role': { code: 'W2041', severity: 'error', title: 'An access rule names at least one role.' },
  event: {
    code: 'W2050',
    severity: 'error',
    title: 'An event has a method `execute` and valid conditions.',
  },
  blocking: {
    code: 'W2051',
    severity: 'error',
    also: 'warning',
    title: 'A blocking route can run in a worker thread, and so can its arguments and results.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);
