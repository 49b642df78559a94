import { BodyParam, codec, int, object, PathParam, route, Router, Toolkit } from '@writ/http';
import { findUser, storeItem } from '../../../http/src/cases.ts';
import { serveFetch } from '../serve.ts';

/** A string. `String` would also accept numbers in JSON. */
const text = codec({ name: 'text', schema: { type: 'string' }, parse: (value) => value });
const Item = object({ title: text, count: int });

const router = new Router(new Toolkit()).add(
  route({ method: 'GET', path: '/', handler: () => 'hello' }),
  route({ method: 'GET', path: '/users/{id}', bindings: [PathParam('id', int)], handler: findUser }),
  route({ method: 'POST', path: '/items', bindings: [BodyParam(Item)], handler: storeItem }),
);

serveFetch(router.fetch);
