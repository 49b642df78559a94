import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Application } from '@writ/controllers';

const { fetch } = await Application.factory({ prefixes: ['src.controllers'] });

function post(body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(
    new Request('http://localhost/notes', { method: 'POST', headers, body: JSON.stringify(body) }),
  );
}

test('a posted note can be read', async () => {
  const created = await post({ title: 'eat', rank: 1 });
  assert.equal(created.status, 201);
  const { id } = (await created.json()) as { id: number };
  const response = await fetch(new Request(`http://localhost/notes/${id}`));
  assert.deepEqual(await response.json(), { title: 'eat', rank: 1 });
});

test('a response lists all validation issues', async () => {
  const refused = await post({ rank: 4 });
  assert.equal(refused.status, 400);
  const { errors } = (await refused.json()) as { errors: { name: string }[] };
  assert.deepEqual(errors.map(({ name }) => name).sort(), ['rank', 'title']);
});

test('a request for a missing note is answered with 404', async () => {
  const response = await fetch(new Request('http://localhost/notes/999'));
  assert.equal(response.status, 404);
});
