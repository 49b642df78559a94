/** Compiles and bundles an application with the modules that `writ build` writes, and runs it without its sources. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProject, node, printed } from '../../packages/cli/test/built-application.ts';
import { project, write } from '../../packages/cli/test/project.ts';

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

function compile(directory: string, ...options: readonly string[]): void {
  expect(node(directory, tsc, '--singleThreaded', '-p', '.', ...options)).toEqual({ stdout: '', stderr: '' });
}

/** Runs the compiled program of a project in another folder, which contains no sources. */
function runWithoutSources(directory: string, ...options: readonly string[]): ReturnType<typeof node> {
  const alone = project({ 'package.json': readFileSync(join(directory, 'package.json'), 'utf8') });
  cpSync(join(directory, 'out'), join(alone, 'out'), { recursive: true });
  return node(alone, ...options, 'out/main.js');
}

describe('writ build for files that contain annotated classes', () => {
  let built: string;
  beforeAll(async () => {
    built = await buildProject();
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  describe('lets compiled code', () => {
    beforeAll(() => compile(built));

    it('of both front ends check declared types without the sources', () => {
      expect(existsSync(join(built, 'out/main.d.ts'))).toBe(false);
      expect(runWithoutSources(built, '--disallow-code-generation-from-strings')).toEqual({
        stdout: printed,
        stderr: '',
      });
    });

    it.each([false, true])('check declared types in a bundle (minified: %s)', async (minify) => {
      await esbuild({
        entryPoints: [join(built, 'out/main.js')],
        outfile: join(built, 'bundle.mjs'),
        bundle: true,
        minify,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
      });
      const bundled = project({ 'bundle.mjs': readFileSync(join(built, 'bundle.mjs'), 'utf8') });
      rmSync(join(bundled, 'node_modules'));
      expect(node(bundled, 'bundle.mjs')).toEqual({ stdout: printed, stderr: '' });
    });
  });

  it('lets compiled CommonJS code check declared types', () => {
    const directory = project({});
    const isOwn = (file: string): boolean => !['node_modules', 'out'].includes(basename(file));
    cpSync(built, directory, { recursive: true, filter: isOwn });
    write(directory, { 'package.json': '{ "type": "commonjs" }' });
    compile(directory, '--verbatimModuleSyntax', 'false');
    expect(runWithoutSources(directory)).toEqual({ stdout: printed, stderr: '' });
  });
});
