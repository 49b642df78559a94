import { createApp } from './app.ts';

const { router, accounts, database } = createApp(process.env['NOTES_DATA'] ?? '.cache/data');
if (accounts.isEmpty()) {
  await accounts.add('ada', 'tea', ['editor']);
  await accounts.add('bob', 'milk', ['reader']);
  console.log('created the accounts from the README; change their passwords before exposing this server');
}

const server = router.toolkit.createServer(router);
const { url } = await server.listen(Number(process.env['PORT'] ?? 8080), process.env['HOST'] ?? '127.0.0.1');
console.log(url);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await server.close();
    await router.toolkit.close();
    database.close();
  });
}
