import { serveWrit } from '../writ-server.ts';

await serveWrit('fast');
