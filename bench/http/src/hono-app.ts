import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { findUser, storeItem, type Item } from './cases.ts';

function isItem(value: unknown): value is Item {
  if (typeof value !== 'object' || value === null) return false;
  const { title, count } = value as Partial<Item>;
  return typeof title === 'string' && Number.isSafeInteger(count);
}

/** The routes of the benchmark in Hono. */
export const app: Hono = new Hono()
  .get('/', (context) => context.text('hello'))
  .get('/users/:id', (context) => {
    const text = context.req.param('id');
    const id = /^-?\d+$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(id) ? context.json(findUser(id)) : context.json({ status: 400 }, 400);
  })
  .post(
    '/items',
    validator('json', (value, context) => (isItem(value) ? value : context.json({ status: 400 }, 400))),
    (context) => context.json(storeItem(context.req.valid('json'))),
  );
