import { serveWrit } from '../serve-writ.ts';

await serveWrit('node');
