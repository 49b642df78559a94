import { expect, it } from 'vitest';
import { maskTicket } from './mask-ticket.ts';

it.each([
  '/downloads/abc',
  '/downloads/abc/',
  '/downloads/abc/more',
  '/downloads/abc;a=b',
  '/downloads/%zz',
  '/downloads;abc',
  '/downloads%2fabc',
  '/%64ownloads/abc',
  '/DOWNLOADS/abc',
])('the ticket in %s is masked', (path) => {
  expect(maskTicket(path)).toBe('/downloads/{ticket}');
});

it.each([
  ['//downloads/abc', '//downloads/{ticket}'],
  [String.raw`/\downloads\abc`, '//downloads/{ticket}'],
  ['/x/../downloads/abc', '/x/../downloads/{ticket}'],
  ['http://localhost:7878/downloads/abc', 'http://localhost:7878/downloads/{ticket}'],
])('the beginning of %s remains', (path, masked) => {
  expect(maskTicket(path)).toBe(masked);
});

it.each(['/', '/downloads', '/downloads/', '/api/installs/1/downloads', '/api/downloads-of/abc', '/%zz'])(
  'the path %s has no ticket',
  (path) => {
    expect(maskTicket(path)).toBe(path);
  },
);
