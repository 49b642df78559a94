import { createHandler } from '../raw-handler.ts';
import { serveFetch } from '../serve.ts';

serveFetch(
  createHandler({
    accepts: () => true,
    readJson: (request) => request.json(),
    refuse: (status, headers = {}) => new Response(null, { status, headers }),
  }),
);
