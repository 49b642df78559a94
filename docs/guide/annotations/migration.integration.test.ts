/** Compares the tables on the migration page with the exported names. */
import { readFileSync } from 'node:fs';
import * as annotations from '@writ/annotations';
import * as webSocket from '@writ/annotations/websocket';
import * as http from '@writ/http';
import * as compression from '@writ/http/compression';
import * as cookies from '@writ/http/cookies';
import * as securityHeaders from '@writ/http/security-headers';
import * as etag from '@writ/http/etag';
import * as idempotency from '@writ/http/idempotency';
import * as responseCache from '@writ/http/response-cache';
import * as sessions from '@writ/http/sessions';
import * as jobs from '@writ/http/jobs';
import * as openapi from '@writ/http/openapi';
import * as opentelemetry from '@writ/http/opentelemetry';
import * as telemetry from '@writ/http/telemetry';
import * as testing from '@writ/http/testing';
import * as jwt from '@writ/jwt';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('migration.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
const known = new Set(
  [
    annotations,
    webSocket,
    http,
    compression,
    cookies,
    securityHeaders,
    etag,
    idempotency,
    jobs,
    responseCache,
    sessions,
    openapi,
    opentelemetry,
    telemetry,
    testing,
    jwt,
  ].flatMap((module) => Object.keys(module)),
);

it('the migration page has three tables', () => {
  expect(rows.filter(([, , writ]) => writ === 'Writ')).toHaveLength(3);
  expect(rows.length).toBeGreaterThan(70);
});

it.each(rows.map(([, theirs = '', writ = '']) => [theirs, writ] as const))(
  'the row for %s refers only to existing names',
  (_theirs, writ) => {
    const code = [...writ.matchAll(/`([^`]+)`/g)].map(([, text]) => text).join('\n');
    const names = [
      ...[...code.matchAll(/@([A-Z]\w*)/g)].map(([, name]) => name!),
      ...[...code.matchAll(/(?<![\w.@'])([a-z]\w*)\(/g)].map(([, name]) => name!),
    ];
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    for (const [, name] of code.matchAll(/builder\.(\w+)/g))
      expect(annotations.RestBuilder.prototype).toHaveProperty(name!);
    for (const [, name] of code.matchAll(/RestResponse\.(\w+)/g))
      expect(http.RestResponse).toHaveProperty(name!);
  },
);
