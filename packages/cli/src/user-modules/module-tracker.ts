import { spawnSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { userFrames } from './user-frames.ts';

/** Milliseconds for Node to check one file. */
const CHECK_LIMIT = 5_000;

/** Maximum number of files to check, most recently loaded first. */
const MAX_FILES = 20;

/** Tracks loaded modules in order to locate a syntax error. */
export interface ModuleTracker {
  /** Locates a syntax error in one of the modules, because Node's error does not contain its location. */
  locateSyntaxError(): readonly string[];
  end(): void;
}

export function trackModules(): ModuleTracker {
  const loaded: string[] = [];
  const hooks = registerHooks({
    load(url, context, next) {
      if (/^file:.*\.[cm]?js$/.test(url) && !url.includes('/node_modules/')) loaded.push(fileURLToPath(url));
      return next(url, context);
    },
  });
  return {
    locateSyntaxError() {
      for (const file of loaded.toReversed().slice(0, MAX_FILES)) {
        const { stderr } = spawnSync(process.execPath, ['--check', file], {
          encoding: 'utf8',
          timeout: CHECK_LIMIT,
        });
        const place = userFrames(stderr);
        if (place.length > 0) return place;
      }
      return [];
    },
    end: () => hooks.deregister(),
  };
}
