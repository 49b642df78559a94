/**
 * Prepares a release: checks versions, changelog, the service's interface and the checkout, packs all packages, tests the
 * tarballs, writes the release notes, checksums, bill of materials and provenance to dist/, and stores the OpenAPI
 * document of the release. It does not publish or tag. Its last output lines are the commands for publishing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderText, SourceText } from '@writ/diagnostics';
import { findForbiddenChanges, type VersionedDocument } from './release/check-interface.ts';
import { checkVersions, readChangelog, type ChangelogSection } from './release/check-release.ts';
import { readRepository, type WorkspaceManifest } from './pack/repository.ts';
import { createProvenance } from './release/provenance.ts';
import { readBillOfMaterials, readTarball } from './release/read-materials.ts';
import { renderNotes } from './release/render-notes.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
/** Time limit for packing and testing. The tests install the tarballs several times. */
const TEST_MS = 20 * 60_000;

/** The OpenAPI documents of the service: the current one, and that of the last release. */
const CURRENT_DOCUMENT = 'packages/client/src/openapi.json';
const RELEASED_DOCUMENT = 'scripts/release/service-openapi.json';

const read = (file: string): SourceText => new SourceText(file, readFileSync(resolve(root, file), 'utf8'));
const { version } = JSON.parse(read('package.json').text) as { readonly version: string };
const released = check();
console.log(`── packing and testing ${version}`);
const tested = spawnSync('vitest', ['run', '--project', 'release', 'e2e/release/pack.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  timeout: TEST_MS,
});
if (tested.status !== 0) fail('the tests of the tarballs failed');
write(released);

/**
 * Prints everything that prevents a release of this checkout. Exits with status 1 if there is any obstacle.
 */
function check(): ChangelogSection {
  const manifests = globSync(
    ['package.json', '{packages,tools,bench,examples}/*/package.json', 'site/package.json'],
    {
      cwd: root,
    },
  );
  const sources = [...manifests.toSorted(), 'CHANGELOG.md'].map(read);
  const changelog = sources.pop()!;
  const { section, findings } = readChangelog(changelog, version);
  const all = [...checkVersions(sources, version), ...findings];
  const names = new Map([...sources, changelog].map((source) => [source.name, source]));
  process.stdout.write(renderText(all, { source: (file) => names.get(file), color: process.stdout.isTTY }));
  const problems = [
    ...(git('status', '--porcelain') === '' ? [] : ['the checkout has changes: commit them first']),
    ...findForbiddenChanges(readDocument(RELEASED_DOCUMENT), readDocument(CURRENT_DOCUMENT)).map(
      (change) => `${change} (a breaking change of the service, which ${version} must not contain)`,
    ),
    ...(git('tag', '--list', `v${version}`) === ''
      ? []
      : [`the tag v${version} already exists: increase the version`]),
  ];
  for (const problem of problems) console.error(problem);
  if (section === undefined || all.length + problems.length > 0) fail('nothing was packed');
  return section;
}

function write(section: ChangelogSection): void {
  const tarballs = globSync('dist/*.tgz', { cwd: root })
    .toSorted()
    .map((file) => readTarball(root, file));
  const commit = git('rev-parse', 'HEAD');
  writeFileSync(resolve(root, 'dist/release-notes.md'), renderNotes({ version, commit, section, tarballs }));
  const sums = tarballs.map(({ file, sha256 }) => `${sha256}  ${file.replace('dist/', '')}\n`);
  writeFileSync(resolve(root, 'dist/SHA256SUMS'), sums.join(''));
  writeJson(
    'dist/sbom.cdx.json',
    readBillOfMaterials(root, tarballs, { version, date: git('log', '-1', '--format=%cI') }),
  );
  const { url } = readRepository(JSON.parse(read('package.json').text) as WorkspaceManifest) ?? {};
  const lockSha256 = createHash('sha256').update(read('package-lock.json').text).digest('hex');
  const build = { repository: url, commit, version, tarballs, lockSha256, node: process.version };
  writeJson('dist/provenance.json', createProvenance(build));
  copyFileSync(resolve(root, CURRENT_DOCUMENT), resolve(root, RELEASED_DOCUMENT));
  console.log(`wrote release-notes.md, SHA256SUMS, sbom.cdx.json and provenance.json in dist/ for ${tarballs.length} packages
Nothing was published. To publish:
  git tag --annotate --cleanup=verbatim v${version} --file dist/release-notes.md
  for tarball in dist/*.tgz; do npm publish --access public "$tarball"; done
  git commit --message 'chore(release): the OpenAPI document of ${version}' ${RELEASED_DOCUMENT}   # unless it is unchanged`);
}

function readDocument(file: string): VersionedDocument {
  return JSON.parse(read(file).text) as VersionedDocument;
}

function writeJson(file: string, value: object): void {
  writeFileSync(resolve(root, file), `${JSON.stringify(value, null, 2)}\n`);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', timeout: 60_000 }).trim();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
