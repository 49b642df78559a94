/** Writes the OpenAPI document of the install service, and the types of the client that are generated from it. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const generator = fileURLToPath(new URL('node_modules/openapi-typescript/bin/cli.js', import.meta.url));
const LIMIT = 120_000;

if (!existsSync(generator)) {
  const options = ['ci', '--prefer-offline', '--ignore-scripts', '--prefix', 'scripts/client'];
  execFileSync('npm', options, { cwd: root, stdio: 'inherit', timeout: LIMIT });
}
const register = ['--import', '@writ/annotations/register'];
const document = execFileSync('node', [...register, 'scripts/client/document.ts'], {
  cwd: root,
  encoding: 'utf8',
  timeout: LIMIT,
});
writeFileSync(`${root}/packages/client/src/openapi.json`, document);
const types = [
  'packages/client/src/openapi.json',
  '-o',
  'packages/client/src/schema.gen.ts',
  '--alphabetize',
];
execFileSync('node', [generator, ...types], { cwd: root, stdio: 'inherit', timeout: LIMIT });
