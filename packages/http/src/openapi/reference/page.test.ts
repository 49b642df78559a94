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
