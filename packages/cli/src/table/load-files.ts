import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isEndpoint, RestRouter } from '@writ/annotations';
import { Router, Toolkit } from '@writ/http';

/** Milliseconds that a file may take to load. */
const IMPORT_TIME = 10_000;

/** A file that cannot be loaded, or that has nothing to show: for people. */
export class FileFault extends Error {}

/** The routers that files export; of files that export none, one with the annotated classes that they export. */
export async function loadFiles(files: readonly string[]): Promise<readonly Router[]> {
  const routers = new Set<Router>();
  const endpoints = new Set<Function>();
  for (const file of files) {
    const exported = Object.values(await importFile(file));
    const own = exported.filter((value) => value instanceof Router);
    const classes = own.length > 0 ? [] : exported.filter(isEndpoint);
    if (own.length === 0 && classes.length === 0)
      throw new FileFault(`${file} exports neither an annotated class nor a Router`);
    for (const router of own) routers.add(router);
    for (const type of classes) endpoints.add(type);
  }
  // What others extend is registered with them.
  const all = [...endpoints];
  const registered = all.filter((type) => !all.some((other) => other.prototype instanceof (type as never)));
  if (registered.length > 0) routers.add(RestRouter.register(new Toolkit(), ...registered));
  return [...routers];
}

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `${file} did not finish loading in ${IMPORT_TIME / 1000} s`;
    timer = setTimeout(() => reject(new FileFault(message)), IMPORT_TIME);
  });
  try {
    const loading = import(pathToFileURL(resolve(file)).href) as Promise<Record<string, unknown>>;
    return await Promise.race([loading, late]);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
    const frames = stack
      .split('\n')
      .filter((line) => /^\s+at .*(?:file:|\/)/.test(line) && !line.includes('/packages/cli/'));
    throw new FileFault([`${file} cannot be loaded: ${message}`, ...frames.slice(0, 3)].join('\n'));
  } finally {
    clearTimeout(timer);
  }
}
