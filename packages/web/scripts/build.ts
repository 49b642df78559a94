/**
 * Bundles the page's editor into public/dist/schema-editor.js, unless it is there and up to date.
 * `./run`, `./test` and `npm run pack` call it.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('..', import.meta.url));
const bundle = `${folder}public/dist/schema-editor.js`;

const hash = createHash('sha256');
const sources = globSync(['editor/*.ts', 'scripts/build.ts'], { cwd: folder }).toSorted();
for (const name of [...sources, '../../package-lock.json']) hash.update(readFileSync(`${folder}${name}`));
const stamp = `// ${hash.digest('hex')}`;

if (!existsSync(bundle) || !readFileSync(bundle, 'utf8').startsWith(stamp)) {
  const build = await rolldown({ input: `${folder}editor/schema-editor.ts`, platform: 'browser' });
  const { output } = await build.write({ file: bundle, format: 'esm', minify: true, postBanner: stamp });
  await build.close();
  writeFileSync(`${dirname(bundle)}/licenses.txt`, licenses(output[0].moduleIds));
  process.stderr.write(`Bundled ${relative(process.cwd(), bundle)}\n`);
}

/** The license of each package in the bundle, which has to go where its code goes. */
function licenses(modules: readonly string[]): string {
  const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(packages)]
    .toSorted()
    .map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name}\n\n${readFileSync(`${path}/LICENSE`, 'utf8').trim()}\n`;
    })
    .join('\n---\n\n');
}
