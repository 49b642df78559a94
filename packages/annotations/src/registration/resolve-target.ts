import { inspect } from 'node:util';
import { Router, StartupError, Toolkit } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { diagnose } from '../findings/diagnose.ts';
import { propertyOf } from '../recording/reflection.ts';
import type { Finding } from '../findings/finding.ts';

/**
 * The router itself, or a new one of the toolkit.
 *
 * @param call how the caller is written with a toolkit, for the hint.
 * @throws StartupError for anything else: a class in the place of the toolkit, a toolkit of another copy of the package.
 */
export function resolveTarget(target: Toolkit | Router, call: string, origin: Origin): Router {
  if (target instanceof Router) return target;
  if (target instanceof Toolkit) return new Router(target);
  throw new StartupError(diagnose([wrongTarget(target, call, origin)]));
}

function wrongTarget(target: unknown, call: string, origin: Origin): Finding {
  const name = foreignName(target);
  return {
    rule: 'no-toolkit',
    origin,
    message: () =>
      name === undefined
        ? `routes are registered on a Toolkit or a Router, not on ${describeTarget(target)}`
        : `this ${name} is of another copy of @writ/http than the one that @writ/annotations uses`,
    hint: () =>
      name === undefined
        ? `write ${call}`
        : 'install one copy: npm ls @writ/http names both, npm dedupe removes one',
  };
}

/** The name of the class, for a toolkit or router that two installed copies of the package make a stranger. */
function foreignName(target: unknown): 'Toolkit' | 'Router' | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  // An object may have no prototype.
  const name = propertyOf(target.constructor, 'name');
  const looksRight = 'registries' in target && (name === 'Toolkit' || name === 'Router');
  return looksRight ? name : undefined;
}

function describeTarget(target: unknown): string {
  if (typeof target === 'function') return `the class ${target.name}`;
  if (typeof target === 'object' && target !== null && 'constructor' in target)
    return `an object of the class ${target.constructor.name}`;
  return inspect(target, { depth: 0 });
}
