import type { Socket } from 'node:net';

/** A request for another protocol. The `handleUpgrade` method of `ws` accepts this form. */
export interface UpgradeRequest {
  readonly method: string;
  /** The target as sent, such as `/chat?room=1`. */
  readonly url: string;
  /** Headers by lower-case name. The values of repeated headers are joined as in `node:http`. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The connection. Its only remaining listener ignores errors. */
  readonly socket: Socket;
}
