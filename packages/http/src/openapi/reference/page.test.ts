import { expect, it } from 'vitest';
import type { OpenapiDocument } from '../document/document.ts';
import { referencePage } from './page.ts';

it('the page displays the description of a referenced response, or the address of a broken reference', () => {
  const responses = {
    404: { $ref: '#/components/responses/not-found' },
    409: { $ref: '#/components/responses/elsewhere' },
  };
  const document: OpenapiDocument = {
    openapi: '3.1.1',
    info: { title: 'Notes', version: '1' },
    paths: { '/notes': { get: { operationId: 'list', responses } } },
    components: { responses: { 'not-found': { description: 'No note has this id.' } } },
  };
  const page = referencePage(document);
  expect(page).toContain('No note has this id.');
  expect(page).not.toContain('#/components/responses/not-found');
  expect(page).toContain('#/components/responses/elsewhere');
});

it('the page has one main part, headings without gaps, and code blocks that the keyboard can scroll', () => {
  const content = { 'application/json': { schema: { type: 'object' } } } as const;
  const operation = { operationId: 'add', requestBody: { required: true, content }, responses: {} };
  const page = referencePage({
    openapi: '3.1.1',
    info: { title: 'Notes', version: '1' },
    tags: [{ name: 'Notes' }],
    paths: { '/notes': { post: { ...operation, tags: ['Notes'] } } },
  });
  expect(page.match(/<main>/g)).toHaveLength(1);
  const levels = page.match(/<h\d|<pre[^>]*/g);
  expect(levels).toEqual(['<h1', '<h2', '<h3', '<pre tabindex="0"', '<h3', '<h2']);
});
