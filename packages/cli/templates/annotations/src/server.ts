import { router } from './router.ts';

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
