import * as http from '@writ/http';
import { expect, it } from 'vitest';
import * as annotations from './index.ts';

/** The @writ/http names that @writ/annotations exports as decorators. */
const OWN = ['BeanParam', 'BodyParam', 'Context', 'CookieParam', 'FormParam', 'HeaderParam', 'MatrixParam'];
const WITHOUT_DECORATORS = ['addressOf', 'fillPattern', 'PathParam', 'QueryParam', 'route'];

it('@writ/annotations re-exports the names of @writ/http, so that an application needs one package', () => {
  const own = new Map<string, unknown>(Object.entries(annotations));
  const others = Object.entries(http).filter(([name, value]) => own.get(name) !== value);
  expect(others.map(([name]) => name).toSorted()).toEqual([...OWN, ...WITHOUT_DECORATORS].toSorted());
});
