/** The responses of `strict` with Hono as the router: how fast a server with this behaviour can be with a router. */
import { Hono } from 'hono';
import { createResponses } from '../raw-handler.ts';
import { serveFetch } from '../serve.ts';
import { strictRules } from '../strict-rules.ts';

const { refuse } = strictRules;
const { hello, user, item } = createResponses(strictRules);
const app = new Hono()
  .get('/', ({ req }) => hello(req.raw))
  .all(() => refuse(405, { allow: 'GET, HEAD' }))
  .get('/users/:id', ({ req }) => user(req.raw, req.param('id')))
  .all(() => refuse(405, { allow: 'GET, HEAD' }))
  .post('/items', ({ req }) => item(req.raw))
  .all(() => refuse(405, { allow: 'POST' }))
  .notFound(() => refuse(404));

serveFetch(app.fetch);
