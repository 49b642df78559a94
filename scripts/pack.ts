/**
 * Builds every package into its dist/ folder with a separate package.json, and packs that folder into
 * dist/*.tgz. In the checkout, packages run from src/*.ts; the published packages run from compiled
 * JavaScript.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLES, bundleName, bundlePackage } from './pack/bundle.ts';
import { addLlhttp } from './pack/llhttp.ts';
import { toPublishedReadme } from './pack/readme.ts';
import { readRepository, repositoryMembers } from './pack/repository.ts';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly repository?: { readonly url?: string };
  readonly [field: string]: unknown;
}

const root = resolve(fileURLToPath(import.meta.url), '../..');
const build = join(root, 'dist/build');
const MINUTES = 60_000;
/** Includes only folders with a manifest, because a moved package may leave a folder with old build output. */
const folders = globSync('packages/*/package.json', { cwd: root }).map(dirname);

/** Where links in READMEs and manifests lead; undefined if the workspace's manifest names no repository. */
const repository = readRepository(readManifest('.'));

/** Packages that are published as bundles: those that an application or an installation loads. */
const BUNDLED = ['diagnostics', 'http', 'source', 'annotations', 'controllers', 'installer'].map(
  (name) => `packages/${name}`,
);

/** Test files are compiled only if an entry of a package imports them. */
const TEST_FILES = ['*.test.ts', 'testing.ts', 'testing/**', 'fake-machines/**', 'fixtures/**', 'goldens/**'];

// Do not delete the whole folder, because it also contains the single executable.
for (const old of globSync('dist/{build,*.tgz}', { cwd: root })) rmSync(join(root, old), { recursive: true });
compileAll();
for (const file of globSync('packages/*/src/**/*.js', { cwd: build })) keepComputedImports(join(build, file));
for (const file of globSync('packages/*/src/**/*.js.map', { cwd: build })) nameSource(join(build, file));
execFileSync('node', ['packages/web/scripts/build.ts'], {
  cwd: root,
  stdio: 'inherit',
  timeout: 5 * MINUTES,
});
for (const folder of folders) preparePackage(folder);
addLlhttp(join(root, 'packages/http/dist'));
for (const folder of BUNDLED) {
  const isHttp = folder === 'packages/http';
  await bundlePackage({
    folder: join(root, folder, 'dist'),
    entries: compiledEntries(readManifest(folder)),
    files: isHttp ? ['src/workers/thread.js'] : [],
    assets: isHttp ? ['src/server/parser/llhttp.wasm'] : [],
  });
}
packAll();
rmSync(build, { recursive: true });

/** Compiles all packages as one program. */
function compileAll(): void {
  const config = join(root, 'dist/tsconfig.json');
  mkdirSync(dirname(config), { recursive: true });
  const compilerOptions = {
    noEmit: false,
    rootDir: root,
    outDir: build,
    sourceMap: true,
    inlineSources: true,
  };
  const include = [join(root, 'packages/*/src')];
  const exclude = TEST_FILES.map((pattern) => join(root, 'packages/**', pattern));
  const files = folders.flatMap(findEntries);
  const settings = { extends: '../tsconfig.json', compilerOptions, files, include, exclude };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync('tsc', ['-p', config], { cwd: root, stdio: 'inherit', timeout: 5 * MINUTES });
}

/** The modules that a package's exports refer to. */
function findEntries(folder: string): string[] {
  const { exports = {} } = readManifest(folder);
  return Object.values(exports)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, folder, path));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Protects computed imports that load an application's modules. tsc would rewrite their specifiers at run
 * time, and webpack and vite would search for the modules when bundling.
 */
function keepComputedImports(file: string): void {
  const code = readFileSync(file, 'utf8');
  if (!code.includes('import(__rewriteRelativeImportExtension(')) return;
  const withComments = code
    // The lines remain, because the source map refers to the lines after them.
    .replace(/^var __rewriteRelativeImportExtension = [^]*?\n};\n/m, (helper) =>
      helper.replaceAll(/[^\n]/g, ''),
    )
    .replaceAll(
      'import(__rewriteRelativeImportExtension(',
      'import(/* webpackIgnore: true */ /* @vite-ignore */ (',
    );
  writeFileSync(file, withComments);
}

/** Names the source in a source map as if it were next to the map; the map contains its text. */
function nameSource(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...map, sources: [basename(file, '.js.map') + '.ts'] }));
}

/** Fills a package's dist/ folder with its published files. */
function preparePackage(folder: string): void {
  const from = join(root, folder);
  const dist = join(from, 'dist');
  rmSync(dist, { recursive: true, force: true });
  cpSync(join(build, folder), dist, { recursive: true });
  // Other files are copied unchanged: data, pages, the command's entry.
  for (const asset of globSync('{src,bin,public}/**/*.*', { cwd: from })) {
    const source = asset.endsWith('.ts') || /(^|\/)(fixtures|__snapshots__)\//.test(asset);
    if (!source) cpSync(join(from, asset), join(dist, asset));
  }
  for (const whole of globSync('templates', { cwd: from })) {
    cpSync(join(from, whole), join(dist, whole), { recursive: true, verbatimSymlinks: true });
  }
  const readme = readFileSync(join(from, 'README.md'), 'utf8');
  writeFileSync(join(dist, 'README.md'), toPublishedReadme(readme, folder, repository));
  cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
  writeFileSync(
    join(dist, 'package.json'),
    `${JSON.stringify(toPublishedManifest(folder, readManifest(folder)), null, 2)}\n`,
  );
}

/** Packs all packages with one npm process, because starting npm takes longer than packing. */
function packAll(): void {
  const folder = join(root, 'dist');
  const prepared = folders.map((each) => join(root, each, 'dist'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, ...prepared], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 5 * MINUTES,
    encoding: 'utf8',
  });
  const tarballs = JSON.parse(packed) as { name: string; filename: string; size: number }[];
  for (const { name, filename, size } of tarballs) {
    console.log(`${name.padEnd(20)} dist/${filename}  ${(size / 1000).toFixed(1)} kB`);
  }
}

/** Returns the manifest, in which each path to a TypeScript file is replaced with the published file and its types. */
function toPublishedManifest(folder: string, { exports = {}, ...manifest }: Manifest): object {
  const isBundled = BUNDLED.includes(folder);
  const published = Object.entries(exports).map(([name, path]) => {
    if (!path.endsWith('.ts')) return [name, path];
    const code = isBundled ? `./${BUNDLES}/${bundleName(name)}.js` : toCompiled(path);
    return [name, { types: path.replace(/\.ts$/, '.d.ts'), default: code }];
  });
  return {
    ...manifest,
    ...repositoryMembers(repository, folder),
    exports: Object.fromEntries(published) as object,
    files: [BUNDLES, 'src', 'bin', 'public', 'templates'],
  };
}

/** The compiled module of each entry of a package. */
function compiledEntries({ exports = {} }: Manifest): Record<string, string> {
  const entries = Object.entries(exports).filter(([, path]) => path.endsWith('.ts'));
  return Object.fromEntries(entries.map(([name, path]) => [name, toCompiled(path)]));
}

function toCompiled(path: string): string {
  return path.replace(/\.ts$/, '.js');
}
