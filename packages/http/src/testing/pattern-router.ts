import { route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from './recording-logger.ts';

/** The location of the route of {@link routerWith}, which findings name. */
export const origin = { file: '/t.ts', line: 3, className: 'Notes', method: 'one' };

export const toolkit = (): Toolkit => new Toolkit({ logger: recordingLogger() });

/** Creates a router with one route, which responds with `found`. */
export function routerWith(path: string): Router {
  return new Router(toolkit()).add(route({ method: 'GET', path, origin, handler: () => 'found' }));
}

/** Returns one line for each finding, with its hint. */
export function findingsOf(router: Router): readonly string[] {
  return router.diagnostics().map(({ code, severity, message, hint }) => {
    return `${code} ${severity} ${message}; ${hint}`;
  });
}
