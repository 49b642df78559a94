import { Application } from '@writ/controllers';
// Written by `npm run generate`.
import { controllers } from './controllers.gen.ts';

const { router } = Application.from(controllers, {
  openapi: { info: { title: '{{name}}', version: '0.1.0' } },
});
const server = router.toolkit.createServer(router);
const { PORT = '8080', HOST = '127.0.0.1' } = process.env;
const { url } = await server.listen(Number(PORT), HOST);
console.log(url);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await server.close({ timeout: 8_000 });
    await router.toolkit.close();
  });
}
