/** The handler of `raw` with the behaviour of Writ: how fast a server with this behaviour can be without a router. */
import { createHandler } from '../raw-handler.ts';
import { serveFetch } from '../serve.ts';
import { strictRules } from '../strict-rules.ts';

serveFetch(createHandler(strictRules));
