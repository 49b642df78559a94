/** Preloaded into examples. Makes them listen on a free port, and sends the port to the parent process. */
import { Server, type AddressInfo } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server): Server {
  this.once('listening', () => process.send?.({ port: (this.address() as AddressInfo).port }));
  return Reflect.apply(listen, this, [{ port: 0, host: '127.0.0.1' }]) as Server;
};
// Exits with the parent process.
process.once('disconnect', () => process.exit());
process.channel?.unref();
