/**
 * Bundles the page and its editor into public/dist, unless the bundles exist and are up to date. `./run`, `./test` and
 * `npm run pack` call it.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('..', import.meta.url));
const dist = `${folder}public/dist`;
/** The page imports the editor at run time, so that a text area remains if the import fails. */
const input = { page: `${folder}page/page.ts`, 'schema-editor': `${folder}editor/schema-editor.ts` };

const hash = createHash('sha256');
const sources = globSync(['{page,editor}/*.ts', 'scripts/build.ts'], { cwd: folder }).toSorted();
for (const name of [...sources, '../../package-lock.json']) hash.update(readFileSync(`${folder}${name}`));
const stamp = `// ${hash.digest('hex')}`;

if (!Object.keys(input).every(isUpToDate)) {
  const build = await rolldown({ input, platform: 'browser' });
  // Replace the bundles atomically: an incomplete bundle, left by an interrupted build, would appear to be complete.
  const unfinished = fileURLToPath(new URL(`../../../.cache/page-${process.pid}`, import.meta.url));
  mkdirSync(unfinished, { recursive: true });
  const { output } = await build.write({ dir: unfinished, format: 'esm', minify: true, postBanner: stamp });
  await build.close();
  writeFileSync(
    `${unfinished}/licenses.txt`,
    renderLicenses(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))),
  );
  rmSync(dist, { recursive: true, force: true });
  renameSync(unfinished, dist);
  process.stderr.write(`Bundled ${relative(process.cwd(), dist)}\n`);
}

function isUpToDate(name: string): boolean {
  const bundle = `${dist}/${name}.js`;
  return existsSync(bundle) && readFileSync(bundle, 'utf8').startsWith(stamp);
}

/** The licence of each package in the bundles, which must accompany its code. */
function renderLicenses(modules: readonly string[]): string {
  const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(packages)]
    .toSorted()
    .map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name}\n\n${readFileSync(`${path}/LICENSE`, 'utf8').trim()}\n`;
    })
    .join('\n---\n\n');
}
