/**
 * Builds the page into public/dist, unless the files there are up to date: scripts, style sheet and fonts, with the
 * hash of their content in their names, and with compressed copies. `./run`, `./test` and `npm run pack` call it.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('..', import.meta.url));
const dist = `${folder}public/dist`;
/** The page's style sheets in the order of their rules. */
const styles = [
  'xterm',
  'tokens',
  'base',
  'controls',
  'shell',
  'compose',
  'start',
  'form',
  'run',
  'installs',
  'account',
  'batches',
  'nodes',
  'motion',
];
const terminalStyle = fileURLToPath(import.meta.resolve('@xterm/xterm/css/xterm.css'));
const fonts = [
  import.meta.resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'),
  import.meta.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
].map((url) => fileURLToPath(url));

const hash = createHash('sha256');
const sources = globSync(['{page,editor}/**/*.*', 'public/*.*', 'scripts/build.ts'], { cwd: folder });
for (const name of [...sources.toSorted(), '../../package-lock.json']) {
  hash.update(readFileSync(`${folder}${name}`));
}
const stamp = hash.digest('hex');

if (!isUpToDate()) {
  // Replace the files atomically: an incomplete build, left by an interruption, would appear to be complete.
  const unfinished = fileURLToPath(new URL(`../../../.cache/page-${process.pid}`, import.meta.url));
  mkdirSync(unfinished, { recursive: true });
  const bundled = await bundleScripts(unfinished);
  const names = new Map([...copyFonts(unfinished), ...copyIcon(unfinished)]);
  names.set('page.css', writeHashed(unfinished, 'page.css', renameFiles(readStyles(styles), names)));
  // The style of the API's reference page, to which the service links.
  writeHashed(unfinished, 'reference.css', renameFiles(readStyles(['tokens', 'reference']), names));
  for (const name of globSync('page-*.js', { cwd: unfinished })) names.set('page.js', name);
  writeFileSync(
    `${unfinished}/index.html`,
    renameFiles(readFileSync(`${folder}page/index.html`, 'utf8'), names),
  );
  for (const name of globSync('*.{html,css,js,svg}', { cwd: unfinished })) compress(`${unfinished}/${name}`);
  writeFileSync(`${unfinished}/licenses.txt`, renderLicenses([...bundled, ...fonts].flatMap(findPackage)));
  writeFileSync(`${unfinished}/stamp.txt`, stamp);
  rmSync(dist, { recursive: true, force: true });
  renameSync(unfinished, dist);
  process.stderr.write(`Bundled ${relative(process.cwd(), dist)}\n`);
}

function isUpToDate(): boolean {
  const file = `${dist}/stamp.txt`;
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Bundles the page and, as separate files that it imports at run time, the editor. Returns the bundled modules. */
async function bundleScripts(to: string): Promise<string[]> {
  const build = await rolldown({
    input: { page: `${folder}page/main.tsx` },
    platform: 'browser',
  });
  const { output } = await build.write({
    dir: to,
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

function readStyles(sheets: readonly string[]): string {
  const files = sheets.map((name) => (name === 'xterm' ? terminalStyle : `${folder}page/styles/${name}.css`));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

function copyFonts(to: string): [name: string, hashed: string][] {
  return fonts.map((path) => [basename(path), writeHashed(to, basename(path), readFileSync(path))]);
}

function copyIcon(to: string): [name: string, hashed: string][] {
  return [['icon.svg', writeHashed(to, 'icon.svg', readFileSync(`${folder}public/icon.svg`))]];
}

/** Writes a file with the hash of its content in its name, and returns the name. */
function writeHashed(to: string, name: string, content: string | Uint8Array): string {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const hashed = name.replace(/\.(\w+)$/, `-${digest}.$1`);
  writeFileSync(`${to}/${hashed}`, content);
  return hashed;
}

function renameFiles(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\/assets\/([\w.-]+)/g, (path, name: string) => {
    const hashed = names.get(name);
    if (hashed === undefined) throw new Error(`the page has no file for ${path}`);
    return `/assets/${hashed}`;
  });
}

function compress(file: string): void {
  const content = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

/** The folder of the package that contains a file; empty for the workspace's own files. */
function findPackage(path: string): string[] {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
}

/** The licence of each package in the build, which must accompany its code. */
function renderLicenses(packages: readonly string[]): string {
  return [...new Set(packages)]
    .toSorted()
    .map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name}\n\n${readLicense(path)}\n`;
    })
    .join('\n---\n\n');
}

function readLicense(of: string): string {
  const [name] = globSync('LICENSE*', { cwd: of });
  if (name === undefined) throw new Error(`${of} has no licence`);
  return readFileSync(`${of}/${name}`, 'utf8').trim();
}
