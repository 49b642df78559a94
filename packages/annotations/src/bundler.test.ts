import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { esbuildPlugin, rollupPlugin, type EsbuildModule } from './bundler.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-bundler-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, 'levels.ts'),
  "export const Mode = { Fast: 'fast' } as const;\nexport type Mode = (typeof Mode)[keyof typeof Mode];",
);
writeFileSync(join(folder, 'index.ts'), "export { Mode } from './levels.ts';");

describe('the bundler plug-in', () => {
  const transform = (file: string, code: string): { text?: string; watched: readonly string[] } => {
    const watched: string[] = [];
    const context = { addWatchFile: (each: string) => void watched.push(each) };
    const result = rollupPlugin().transform.handler.call(context, code, file);
    return { ...(result && { text: result.code }), watched };
  };

  it('preserves line numbers, and leaves a module without decorators unchanged', () => {
    const code = "class A {\n  @F() a: 'x'\n} class B { @F() b: 1; }\nconst c = 1;\n";
    const { text } = transform(join(folder, 'lines.ts'), code);
    expect(text!.split('\n').map((line) => line.replaceAll(/;static \[.*?\] = .*?\};/g, ''))).toEqual(
      code.split('\n'),
    );
    expect(text).not.toBe(code);
    for (const plain of [
      'class A { a: string }',
      '/** @param a what */ export class A { m(a: string) {} }',
      'class {',
    ])
      expect(transform(join(folder, 'plain.ts'), plain).text).toBeUndefined();
  });

  it('watches the files that declare the types', () => {
    const code = "import type { Mode } from './index.ts'; class A { @F() a: Mode }";
    const { watched } = transform(join(folder, 'watched.ts'), code);
    expect(watched).toEqual(['index.ts', 'levels.ts'].map((name) => join(folder, name)));
  });

  it('reads the declaring files again after a change', () => {
    const plugin = rollupPlugin();
    const write = (): string => {
      const code = "import { Level } from './level.ts'; class A { @F() a: Level }";
      const context = { addWatchFile: () => {} };
      return plugin.transform.handler.call(context, code, join(folder, 'a.ts'))!.code;
    };
    writeFileSync(join(folder, 'level.ts'), "export enum Level { A = 'first' }");
    expect(write()).toContain('"first"');
    writeFileSync(join(folder, 'level.ts'), "export enum Level { A = 'second' }");
    expect(write()).toContain('"first"');
    plugin.watchChange();
    expect(write()).toContain('"second"');
  });

  it('loads decorated modules for esbuild, with the files to watch, and reads them again in the next build', async () => {
    let start = (): void => {};
    let load: (file: { path: string }) => Promise<EsbuildModule | undefined> = () =>
      Promise.reject(new Error());
    let filter = /x/;
    esbuildPlugin().setup({
      onStart: (callback) => void (start = callback),
      onLoad: (options, callback) => void ([{ filter }, load] = [options, callback]),
    });
    expect(['a.ts', 'a.mts', 'a.tsx', 'a.js', 'a.ts.map'].filter((name) => filter.test(name))).toEqual([
      'a.ts',
      'a.mts',
      'a.tsx',
    ]);
    const path = join(folder, 'loaded.tsx');
    writeFileSync(path, "import { Size } from './size.ts'; class A { @F() a: Size }");
    writeFileSync(join(folder, 'plain.ts'), 'class A { a: string }');
    expect(await load({ path: join(folder, 'plain.ts') })).toBeUndefined();
    for (const value of ['small', 'large']) {
      writeFileSync(join(folder, 'size.ts'), `export enum Size { A = '${value}' }`);
      start();
      const { contents, ...loaded } = (await load({ path }))!;
      expect(contents).toContain(`"${value}"`);
      expect(loaded).toEqual({ loader: 'tsx', watchFiles: [path, join(folder, 'size.ts')] });
    }
  });
});
