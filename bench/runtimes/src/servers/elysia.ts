import { serveElysia } from '../elysia-app.ts';

serveElysia({ aot: true });
