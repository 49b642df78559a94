import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchema, validatingSchemaOf } from './input-schema.ts';

const note = z.object({ title: z.string().trim().min(1), rank: z.number().default(3) });

it('an input schema validates the value and returns it unconverted', async () => {
  const { validate } = inputSchema(note)['~standard'];
  const value = { title: ' a ' };
  expect(await validate(value)).toEqual({ value: { title: ' a ' } });
  expect(await validate({ title: ' ' })).toMatchObject({ issues: [{ path: ['title'] }] });
});

it('an input schema waits for an asynchronous schema', async () => {
  const even = z.string().transform(async (text) => Number(text));
  const { validate } = inputSchema(even)['~standard'];
  expect(await validate('4')).toEqual({ value: '4' });
  expect(await validate(4)).toHaveProperty('issues');
});

it('an input schema has the JSON Schema of the input for its output', () => {
  const { jsonSchema } = inputSchema(note)['~standard'];
  const input = { type: 'object', required: ['title'], properties: { rank: { type: 'number', default: 3 } } };
  expect(jsonSchema?.input({ target: 'draft-2020-12' })).toMatchObject(input);
  expect(jsonSchema?.output({ target: 'draft-2020-12' })).toMatchObject(input);
});

it('an input schema of a schema without JSON Schema has none', () => {
  const plain = {
    '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
  } as const;
  expect(inputSchema(plain)['~standard'].jsonSchema).toBeUndefined();
});

it('a schema has a single input schema, which leads back to it', () => {
  expect(inputSchema(note)).toBe(inputSchema(note));
  expect(validatingSchemaOf(inputSchema(note))).toBe(note);
  expect(validatingSchemaOf(note)).toBeUndefined();
});
