/** Preloaded into an example: the port that it listens on becomes a free one, and is told to the parent. */
import { Server, type AddressInfo } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server): Server {
  this.once('listening', () => process.send?.({ port: (this.address() as AddressInfo).port }));
  return Reflect.apply(listen, this, [{ port: 0, host: '127.0.0.1' }]) as Server;
};
// Its end is that of whoever started it.
process.once('disconnect', () => process.exit());
process.channel?.unref();
