import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { FrontEnd } from './app.ts';

export interface Settings {
  readonly frontEnd: FrontEnd;
  /** `postgres://…`, or the path of an SQLite file. */
  readonly database: string;
  readonly jwtSecret: string;
  readonly host: string;
  readonly port: number;
}

const environment = z.object({
  FRONT_END: z.enum(['annotations', 'controllers']).default('annotations'),
  DATABASE_URL: z.string().default('.cache/conduit.sqlite'),
  JWT_SECRET: z.string().min(32).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
});

/** Reads the settings from environment variables. Throws one error that lists all invalid variables. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const result = environment.safeParse(variables);
  if (!result.success) throw new Error(z.prettifyError(result.error));
  const { FRONT_END, DATABASE_URL, JWT_SECRET, HOST, PORT } = result.data;
  return {
    frontEnd: FRONT_END,
    database: DATABASE_URL,
    // Without a secret, tokens are valid until the process ends.
    jwtSecret: JWT_SECRET ?? randomBytes(32).toString('hex'),
    host: HOST,
    port: PORT,
  };
}
