import { readFileSync } from 'node:fs';
import * as http from '@writ/http';
import { expect, it } from 'vitest';
import * as annotations from './index.ts';
import * as websocket from './websocket.ts';

/** The @writ/http names that @writ/annotations exports as decorators. */
const OWN = ['BeanParam', 'BodyParam', 'Context', 'CookieParam', 'FormParam', 'HeaderParam', 'MatrixParam'];
const WITHOUT_DECORATORS = ['addressOf', 'fillPattern', 'PathParam', 'QueryParam', 'route'];

it('@writ/annotations re-exports the names of @writ/http, so that an application needs one package', () => {
  const own = new Map<string, unknown>(Object.entries(annotations));
  const others = Object.entries(http).filter(([name, value]) => own.get(name) !== value);
  expect(others.map(([name]) => name).toSorted()).toEqual([...OWN, ...WITHOUT_DECORATORS].toSorted());
});

it('@writ/annotations/websocket exports at most 25 names, and @writ/annotations does not load it', () => {
  expect(Object.keys(websocket).length).toBeLessThanOrEqual(25);
  const seen = new Set<string>();
  const visit = (module: URL): void => {
    if (seen.has(module.href)) return;
    seen.add(module.href);
    const imports = readFileSync(module, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '(.+?)';/gms,
    );
    for (const [, specifier] of imports) {
      expect(specifier).not.toContain('websocket');
      if (specifier!.startsWith('.')) visit(new URL(specifier!, module));
    }
  };
  visit(new URL('index.ts', import.meta.url));
  expect(seen.size).toBeGreaterThan(50);
});
