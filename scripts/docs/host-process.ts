/** Started by host.ts, with `ephemeral-port.ts`: imports an example for each message, and closes its servers. */
import { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A request of the parent process: starts an example, or stops the last one. */
export type HostRequest = { readonly folder: string; readonly file: string } | 'stop';

let servers: Server[] = [];
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  servers.push(this);
  return Reflect.apply(listen, this, args) as Server;
} as typeof listen;

function stop(): void {
  for (const server of servers) {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  }
  servers = [];
}

process.on('message', (message: HostRequest) => {
  if (message === 'stop') return stop();
  process.chdir(message.folder);
  import(pathToFileURL(join(message.folder, message.file)).href).catch((error: Error) =>
    process.send!({ error: error.stack ?? String(error) }),
  );
});
// `ephemeral-port.ts` lets a process end that has no servers.
process.channel!.ref();
process.send!('ready');
