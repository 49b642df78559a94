/** Writes the generated pages, then serves the site (`serve`) or writes it to site/dist (`build`). */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vitepress';
import { writeApiReference } from './api.ts';
import { writeFilePages } from './files.ts';
import { API } from './pages.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const site = resolve(root, 'site');
const command = process.argv[2];
if (command !== 'serve' && command !== 'build') {
  process.stderr.write('usage: main.ts serve|build\n');
  process.exit(2);
}

process.stderr.write('Writing the API reference from the docstrings …\n');
await writeApiReference(root, resolve(root, API));
writeFilePages(root);
if (command === 'build') await build(site);
else {
  const server = await createServer(site, { port: 5173 });
  await server.listen();
  server.printUrls();
}
