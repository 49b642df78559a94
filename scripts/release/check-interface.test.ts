import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findForbiddenChanges, type VersionedDocument } from './check-interface.ts';

const documentOf = (version: string, ...methods: readonly string[]): VersionedDocument => {
  const operations = methods.map((method) => [method, { responses: { 200: { description: 'OK' } } }]);
  const document = {
    openapi: '3.1.1',
    info: { version },
    paths: { '/notes': Object.fromEntries(operations) },
  };
  return document;
};

const readDocument = (path: string): VersionedDocument =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as VersionedDocument;

it('the service does not break clients of the last release, unless its version permits this', () => {
  const released = readDocument('scripts/release/service-openapi.json');
  const current = readDocument('packages/client/src/openapi.json');
  expect(findForbiddenChanges(released, current)).toEqual([]);
});

it('the stored document of the last release describes the operations of the service', () => {
  const released = readDocument('scripts/release/service-openapi.json');
  const changes = findForbiddenChanges(released, documentOf(released.info.version));
  expect(changes.length).toBeGreaterThan(20);
  expect(changes).toContain('POST /api/installs: is removed');
});

it.each([
  ['0.1.0', '0.1.1'],
  ['0.2.0', '0.1.0'],
  ['1.1.0', '1.2.0'],
  ['2.0.0', '1.9.0'],
])('a breaking change is reported between %s and %s', (before, after) => {
  expect(findForbiddenChanges(documentOf(before, 'get', 'post'), documentOf(after, 'get'))).toEqual([
    'POST /notes: is removed',
  ]);
});

it.each([
  ['0.1.0', '0.2.0'],
  ['0.9.1', '1.0.0'],
  ['1.2.3', '2.0.0'],
])('a breaking change is permitted between %s and %s', (before, after) => {
  expect(findForbiddenChanges(documentOf(before, 'get', 'post'), documentOf(after, 'get'))).toEqual([]);
});

it('a compatible change is permitted in every version', () => {
  expect(findForbiddenChanges(documentOf('1.0.0', 'get'), documentOf('1.0.0', 'get', 'post'))).toEqual([]);
});

it('a document without a valid version is an error', () => {
  expect(() => findForbiddenChanges(documentOf('0.1.0'), documentOf('next'))).toThrow(
    'next is not a version',
  );
});
