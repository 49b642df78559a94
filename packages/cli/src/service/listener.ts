import type { Server as TlsServer } from 'node:tls';
import type { Service } from '@writ/service';
import type { NetworkSettings } from './network-settings.ts';
import { readTlsContent, TlsUnusable } from './tls-files.ts';

/** The server of the service. */
export interface Listener {
  /** The address with the address and port on which the server listens. */
  readonly url: string;
  /** Reads the certificate and its key again. If they cannot be used, the earlier ones remain in use. */
  reloadCertificate(): void;
  /** Stops accepting connections, and waits at most `limit` milliseconds for requests in progress. */
  close(limit: number): Promise<void>;
}

/**
 * Starts to accept requests.
 *
 * @throws {TlsUnusable} when the certificate or its key cannot be used
 */
export async function openListener(
  { toolkit, router }: Service,
  { address, port, tls }: NetworkSettings,
  say: (message: string) => void,
): Promise<Listener> {
  const content = tls && readTlsContent(tls);
  const server = toolkit.createServer(
    router,
    content === undefined ? {} : { tls: { cert: content.cert, key: content.key } },
  );
  const { url } = await server.listen(port, address);
  return {
    url,
    reloadCertificate() {
      if (tls === undefined) return;
      try {
        const { cert, key, validTo } = readTlsContent(tls);
        (server.node as TlsServer).setSecureContext({ cert, key });
        say(`the certificate was read again; it is valid until ${validTo.toISOString()}`);
      } catch (error) {
        if (!(error instanceof TlsUnusable)) throw error;
        say(`the certificate was not replaced: ${error.message}`);
      }
    },
    close: async (limit) => {
      await server.close({ timeout: limit });
    },
  };
}
