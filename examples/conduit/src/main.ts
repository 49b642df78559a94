import { createApp } from './app.ts';
import { openDatabase } from './database/open-database.ts';
import { Tokens } from './services/tokens.ts';
import { readSettings } from './settings.ts';

const { frontEnd, database: location, jwtSecret, host, port } = readSettings(process.env);
const database = await openDatabase(location);
const router = await createApp(frontEnd, { database, tokens: new Tokens(jwtSecret) });
const server = router.toolkit.createServer(router);
const { url } = await server.listen(port, host);
console.log(`${url}/api`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await server.close();
    await router.toolkit.close();
    await database.destroy();
  });
}
