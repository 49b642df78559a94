import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { StandardSchemaV1 } from '../contract/standard-schema.ts';
import { readEnvironment } from './environment.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  DATABASE_URL: z.url(),
  SESSION_KEY: z.string().min(32),
});

/** A schema whose only issue has this message and path. */
function failing(message: string, path?: readonly PropertyKey[]): StandardSchemaV1 {
  const issue = { message, ...(path && { path }) };
  return { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [issue] }) } };
}

describe('readEnvironment', () => {
  it('returns the output of the schema, with its type', () => {
    const variables = { DATABASE_URL: 'postgres://a', SESSION_KEY: 'k'.repeat(32), PORT: '', OTHER: 'x' };
    const settings = readEnvironment(schema, variables);
    expectTypeOf(settings).toEqualTypeOf<{ PORT: number; DATABASE_URL: string; SESSION_KEY: string }>();
    expect(settings).toEqual({ PORT: 8080, DATABASE_URL: 'postgres://a', SESSION_KEY: 'k'.repeat(32) });
  });

  it('reads process.env by default', () => {
    const path = readEnvironment(z.object({ PATH: z.string() }));
    expect(path).toEqual({ PATH: process.env['PATH'] });
  });

  it('reports all missing and invalid variables in one error', () => {
    expect(() => readEnvironment(schema, { PORT: '0', SESSION_KEY: 'short' })).toThrow(
      /^missing or invalid environment variables:\n {2}PORT is invalid: .*\n {2}DATABASE_URL is not set: .*\n {2}SESSION_KEY is invalid: .*$/,
    );
  });

  it('does not repeat values, which may be secrets', () => {
    for (const path of [['KEY'], undefined, [{ key: 'KEY' }] as unknown as PropertyKey[]]) {
      for (const value of ['hunter2', 'line\nbreak "quoted"', '$&$1']) {
        const message = `expected a number but received ${JSON.stringify(value)}, that is ${value}`;
        const read = () => readEnvironment(failing(message, path), { KEY: value, OTHER: 'x' });
        expect(read).toThrow(/received "…", that is …$/);
      }
    }
  });

  it('does not use names of Object.prototype as variables', () => {
    expect(() => readEnvironment(failing('missing', ['toString']), {})).toThrow(
      'toString is not set: missing',
    );
  });

  it('throws for a value that is not a schema, and for an asynchronous schema', () => {
    expect(() => readEnvironment({} as StandardSchemaV1, {})).toThrow('pass a Standard Schema');
    const asynchronous: StandardSchemaV1 = {
      '~standard': { version: 1, vendor: 'test', validate: () => Promise.reject(new Error('late')) },
    };
    expect(() => readEnvironment(asynchronous, { A: 'a' })).toThrow('the schema is asynchronous');
  });
});
