/** Responds to every request with the same string, without looking at the request. */
import { CASES } from '../../../http/src/cases.ts';
import { serveFetch } from '../serve.ts';

const { body, type } = CASES[Number(process.argv[2])]!;
const init = { headers: { 'content-type': type } };

serveFetch(() => new Response(body, init));
