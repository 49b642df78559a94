import type { AddressInfo } from 'node:net';
import { GET, int, Path, PathParam, RestRouter, Toolkit } from '@writ/annotations';

@Path('/items')
class Items {
  @GET('/{id}', PathParam('id', int))
  read(id: number): { id: number } {
    return { id };
  }
}

const toolkit = new Toolkit();
const server = toolkit.createServer(RestRouter.register(toolkit, Items));
await server.listen(0, '127.0.0.1');
console.log((server.node.address() as AddressInfo).port);
