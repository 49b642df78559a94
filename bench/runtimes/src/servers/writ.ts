import { router } from '../../../http/src/writ-router.ts';
import { serveFetch } from '../serve.ts';

serveFetch(router.fetch);
