import { app } from '../../../http/src/hono-app.ts';
import { serveFetch } from '../serve.ts';

serveFetch(app.fetch);
