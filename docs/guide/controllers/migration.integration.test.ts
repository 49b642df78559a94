/** Compares the tables on the migration page with the existing members and policies. */
import { readFileSync } from 'node:fs';
import * as controllers from '@writ/controllers';
import * as http from '@writ/http';
import * as compression from '@writ/http/compression';
import * as cookies from '@writ/http/cookies';
import * as securityHeaders from '@writ/http/security-headers';
import * as etag from '@writ/http/etag';
import * as jobs from '@writ/http/jobs';
import * as responseCache from '@writ/http/response-cache';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('migration.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
const known = new Set(
  [controllers, http, compression, cookies, securityHeaders, etag, jobs, responseCache].flatMap((module) =>
    Object.keys(module),
  ),
);
// The compiler ensures that all keys are listed.
const policies: Record<keyof controllers.Policies, true> = {
  auth: true,
  cors: true,
  csrf: true,
  limits: true,
  rateLimit: true,
  cache: true,
  version: true,
  use: true,
};
const statics = new Set([...Object.keys(policies), 'alias', 'private', 'params', 'webSocket']);

it('the migration page has three tables, and lists the features that have no equivalent', () => {
  expect(rows.filter(([, , writ]) => writ === 'Writ')).toHaveLength(3);
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter(([, , writ]) => writ === 'none').length).toBeGreaterThan(3);
});

it.each(rows.map(([, theirs = '', writ = ''], index) => [index, theirs, writ] as const))(
  'row %i refers only to existing names: %s',
  (_index, _theirs, writ) => {
    const code = [...writ.matchAll(/`([^`]+)`/g)].map(([, text]) => text).join('\n');
    const called = [...code.matchAll(/(?<![\w.])([a-z]\w*)\(/g)].map(([, name]) => name!);
    const classes = [...code.matchAll(/(?:new|extends) (\w+)/g)].map(([, name]) => name!);
    const hooks = new Set(['before', 'after', 'onError']);
    expect([...called, ...classes].filter((name) => !known.has(name) && !hooks.has(name))).toEqual([]);
    const declared = [...code.matchAll(/static (\w+)/g)].map(([, name]) => name!);
    expect(declared.filter((name) => !statics.has(name))).toEqual([]);
    for (const [, name] of code.matchAll(/this\.(\w+)/g))
      expect((name ?? '') in controllers.Controller.prototype, `this.${name}`).toBe(true);
    for (const [, name] of code.matchAll(/Application\.(\w+)/g))
      expect(controllers.Application).toHaveProperty(name!);
  },
);
