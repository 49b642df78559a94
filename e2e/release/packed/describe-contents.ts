import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const names = globSync('packages/*/package.json', { cwd: root }).map(
  (file) => (JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly name: string }).name,
);

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** Declares tests of the files of each package besides its code. */
export function describeContents(project: string): void {
  describe.each(names)('%s', (name) => {
    const folder = join(project, 'node_modules', name);
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

    it('describes itself: licence, README, description and keywords', () => {
      expect(read('LICENSE')).toContain('MIT License');
      const manifest = JSON.parse(read('package.json')) as {
        readonly description: string;
        readonly keywords: readonly string[];
        readonly license: string;
      };
      expect(manifest.license).toBe('MIT');
      expect(manifest.description).toMatch(/^[A-Z].{15,}[^.]$/);
      expect(manifest.keywords.length).toBeGreaterThan(3);
      const readme = read('README.md');
      expect(readme).toMatch(new RegExp(`^# ${name}\n`));
      const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
      expect(links.filter((target) => !/^(?:https:|#)/.test(target))).toEqual([]);
    });

    it('contains a source map, with the source, for each compiled file', () => {
      const code = globSync('{lib,src}/**/*.js', { cwd: folder }).filter(
        (file) => !existsSync(join(root, 'packages', name.replace(/^@writ\//, ''), file)),
      );
      const withoutMap = code.filter((file) => !existsSync(join(folder, `${file}.map`)));
      // Files that only import and export, and built-in modules, have no source.
      const own = withoutMap.filter((file) => /^(?!import|export|\/\/|const builtin|\s|$)/m.test(read(file)));
      expect(own.filter((file) => !/llhttp|_builtin_/.test(file))).toEqual([]);
      for (const file of code.filter((each) => !withoutMap.includes(each))) {
        expect(read(file)).toMatch(/\n\/\/# sourceMappingURL=\S+\.js\.map\s*$/);
        const { sources, sourcesContent } = JSON.parse(read(`${file}.map`)) as SourceMap;
        expect(sourcesContent?.length, file).toBe(sources.length);
        for (const source of sources.filter((each) => each.endsWith('.ts')))
          expect(join(dirname(join(folder, file)), source)).toMatch(`${folder}/src/`);
      }
    });
  });

  it('a stack trace refers to the sources', () => {
    writeFileSync(
      join(project, 'trace.mjs'),
      `import { int, PathParam, route } from '@writ/http';
       import { readEnvironment } from '@writ/http/environment';
       try { readEnvironment(undefined); } catch (error) { console.log(error.stack); }`,
    );
    const output = execFileSync('node', ['--enable-source-maps', 'trace.mjs'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(output).toContain('node_modules/@writ/http/src/environment/environment.ts:');
  });
}
