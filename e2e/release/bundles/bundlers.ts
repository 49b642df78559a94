/** Bundlers, configured as their guides recommend for servers. Each bundler writes one file. */
import { build as esbuild } from 'esbuild';
import { dirname, basename } from 'node:path';
import { rolldown } from 'rolldown';
import { build as vite } from 'vite';
import webpack from 'webpack';

/** Writes `output`, a bundle of `entry`. */
type Bundle = (entry: string, output: string) => Promise<void>;

const withEsbuild =
  (format: 'cjs' | 'esm'): Bundle =>
  async (entry, output) => {
    const options = { bundle: true, platform: 'node', logLevel: 'silent' } as const;
    const { warnings } = await esbuild({ ...options, entryPoints: [entry], outfile: output, format });
    assertNoWarnings(
      warnings.map(({ text }) => text).filter((text) => !/"import\.meta" is not available/.test(text)),
    );
  };

const withRolldown =
  (format: 'cjs' | 'esm'): Bundle =>
  async (entry, output) => {
    const bundle = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file: output, format, codeSplitting: false });
  };

const withWebpack: Bundle = (entry, output) => {
  const compiler = webpack({
    mode: 'production',
    target: 'node22',
    entry,
    output: { path: dirname(output), filename: basename(output) },
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const messages = stats?.toJson({ errors: true, warnings: true });
      const all = [...(messages?.errors ?? []), ...(messages?.warnings ?? [])].map(({ message }) => message);
      if (error !== null) reject(error);
      else if (all.length > 0) reject(new Error(all.join('\n')));
      else compiler.close(() => resolve());
    });
  });
};

const withVite: Bundle = async (entry, output) => {
  await vite({
    configFile: false,
    logLevel: 'error',
    root: dirname(entry),
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: dirname(output),
      rollupOptions: { output: { entryFileNames: basename(output), codeSplitting: false } },
    },
  });
};

function assertNoWarnings(warnings: readonly string[]): void {
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

/** Bundlers with their names and the names of their output files. */
export const bundlers: readonly (readonly [name: string, file: string, bundle: Bundle])[] = [
  ['esbuild, CommonJS', 'main.cjs', withEsbuild('cjs')],
  ['esbuild, ESM without a banner', 'main.mjs', withEsbuild('esm')],
  ['webpack', 'main.cjs', withWebpack],
  ['rolldown, CommonJS', 'main.cjs', withRolldown('cjs')],
  ['rolldown, ESM', 'main.mjs', withRolldown('esm')],
  ['vite', 'main.mjs', withVite],
];
