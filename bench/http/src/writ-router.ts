import { BodyParam, codec, int, object, PathParam, route, Router, Toolkit } from '@writ/http';
import { findUser, storeItem } from './cases.ts';

/** A string. `String` would also accept numbers in JSON. */
const text = codec({ name: 'text', schema: { type: 'string' }, parse: (value) => value });
const Item = object({ title: text, count: int });

/** The routes of the benchmark in `@writ/http`. */
export const router: Router = new Router(new Toolkit()).add(
  route({ method: 'GET', path: '/', handler: () => 'hello' }),
  route({ method: 'GET', path: '/users/{id}', bindings: [PathParam('id', int)], handler: findUser }),
  route({ method: 'POST', path: '/items', bindings: [BodyParam(Item)], handler: storeItem }),
);
