import { digestSecret, type Labels } from '../../records/node.ts';
import type { Database, Engine } from '../engine.ts';

/** A one-time token with which an agent registers. */
export interface NodeToken {
  readonly token: string;
  /** The node that the token is for; default: any machine. */
  readonly node?: number | undefined;
  readonly labels: Labels;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Milliseconds for which used and expired tokens are retained, so that their second use is noticed. */
const RETAINED = 7 * 24 * 60 * 60_000;

/** Stores the digest of a token. */
export async function insertToken(
  database: Database,
  { token, node, labels, expires }: NodeToken,
): Promise<void> {
  await database
    .insertInto('node_tokens')
    .values({
      digest: digestSecret(token),
      node: node ?? null,
      labels: JSON.stringify(labels),
      expires,
      used: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores tokens, and deletes those that expired long ago. */
export async function addTokens(engine: Engine, tokens: readonly NodeToken[], now: number): Promise<void> {
  await engine.transaction(
    async (database) => {
      await database
        .deleteFrom('node_tokens')
        .where('expires', '<', now - RETAINED)
        .execute();
      for (const token of tokens) await insertToken(database, token);
    },
    { durable: true },
  );
}
