import { readFile } from 'node:fs/promises';
import { createTypeWriter } from './type-writer.ts';

/** The members of a rollup plug-in that Writ provides; rolldown and Vite accept them too. */
export interface RollupPlugin {
  /** The plug-in's name in the bundler's messages. */
  readonly name: string;
  /** Makes Vite run the plug-in before TypeScript is compiled. */
  readonly enforce: 'pre';
  /** Called when a build starts. */
  buildStart(): void;
  /** Called when a file has changed, between two builds. */
  watchChange(): void;
  /** Adds the declared types to a module. */
  readonly transform: {
    readonly filter: { readonly id: RegExp };
    handler(
      this: { addWatchFile(file: string): void },
      code: string,
      id: string,
    ): { code: string; map: null } | undefined;
  };
}

/** The members of an esbuild plug-in that Writ provides; Bun accepts them too. */
export interface EsbuildPlugin {
  /** The plug-in's name in esbuild's messages. */
  readonly name: string;
  /** Called once, before the build. */
  setup(build: EsbuildBuild): void;
}

/** The members of an esbuild build that the plug-in calls. */
export interface EsbuildBuild {
  /** Registers a callback for the start of a build. */
  onStart(callback: () => void): void;
  /**
   * Registers a callback for each file whose path matches the filter; if it returns undefined, esbuild loads the
   * file.
   */
  onLoad(
    options: { filter: RegExp },
    callback: (file: { path: string }) => Promise<EsbuildModule | undefined>,
  ): void;
}

/** A module that the plug-in returns to esbuild. */
export interface EsbuildModule {
  /** The source text. */
  contents: string;
  /** The language of the source. */
  loader: 'ts' | 'tsx';
  /** The absolute paths of files that cause a rebuild when they change. */
  watchFiles: string[];
}

const NAME = 'writ-annotations';
const TYPESCRIPT = /\.[cm]?tsx?(?:\?|$)/;

/** Creates the plug-in for rollup, rolldown and Vite: `plugins: [rollupPlugin()]`. */
export function rollupPlugin(): RollupPlugin {
  const writer = createTypeWriter();
  return {
    name: NAME,
    enforce: 'pre',
    buildStart: writer.forget,
    watchChange: writer.forget,
    transform: {
      filter: { id: TYPESCRIPT },
      handler(code, id) {
        const [file = id] = id.split('?', 1);
        const { text, files } = writer.write(file, code);
        for (const each of files) this.addWatchFile(each);
        // A new source map is not needed: text is added only at the end of a class's last line, so locations do not
        // change.
        return text === undefined ? undefined : { code: text, map: null };
      },
    },
  };
}

/** Creates the plug-in for esbuild: `plugins: [esbuildPlugin()]`. */
export function esbuildPlugin(): EsbuildPlugin {
  const writer = createTypeWriter();
  return {
    name: NAME,
    setup(build) {
      build.onStart(writer.forget);
      build.onLoad({ filter: TYPESCRIPT }, async ({ path }) => {
        const { text, files } = writer.write(path, await readFile(path, 'utf8'));
        if (text === undefined) return undefined;
        return { contents: text, loader: path.endsWith('x') ? 'tsx' : 'ts', watchFiles: [path, ...files] };
      });
    },
  };
}
