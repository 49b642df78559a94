import { serveWrit } from '../serve-writ.ts';

await serveWrit('fast');
