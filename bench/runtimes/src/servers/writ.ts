import { BodyParam, codec, int, object, PathParam, route, Router, Toolkit } from '@writ/http';
import { createItem, storePerson } from '../../../http/src/cases.ts';
import { serveFetch } from '../serve.ts';

const filled = codec({
  name: 'filled text',
  schema: { type: 'string', minLength: 1 },
  parse(text) {
    if (text === '') throw new Error('must not be empty');
    return text;
  },
});
const Person = object({ name: filled, age: int });

const router = new Router(new Toolkit()).add(
  route({ method: 'GET', path: '/hello', handler: () => 'hello' }),
  route({ method: 'GET', path: '/items/{id}', bindings: [PathParam('id', int)], handler: createItem }),
  route({ method: 'POST', path: '/people', bindings: [BodyParam(Person)], handler: storePerson }),
);

serveFetch(router.fetch);
