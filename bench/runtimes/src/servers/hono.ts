import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { createItem, storePerson, type Person } from '../../../http/src/cases.ts';
import { serveFetch } from '../serve.ts';

function isPerson(value: unknown): value is Person {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { name, age } = value as Partial<Person>;
  return typeof name === 'string' && name !== '' && Number.isSafeInteger(age);
}

const app = new Hono()
  .get('/hello', (context) => context.text('hello'))
  .get('/items/:id', (context) => {
    const text = context.req.param('id');
    const id = /^-?\d+$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(id) ? context.json(createItem(id)) : context.json({ status: 400 }, 400);
  })
  .post(
    '/people',
    validator('json', (value, context) => (isPerson(value) ? value : context.json({ status: 400 }, 400))),
    (context) => context.json(storePerson(context.req.valid('json'))),
  );

serveFetch(app.fetch);
