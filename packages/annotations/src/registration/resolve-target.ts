import { inspect } from 'node:util';
import { Router, StartupError, Toolkit } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { diagnose } from '../findings/diagnose.ts';
import { propertyOf } from '../recording/reflection.ts';
import type { Finding } from '../findings/finding.ts';

/**
 * Returns the router itself, or a new router for the toolkit.
 *
 * @param call the call as it should be written, for the hint.
 * @throws StartupError for anything else, such as a class instead of the toolkit, or a toolkit from another copy of the
 * package
 */
export function resolveTarget(target: Toolkit | Router, call: string, origin: Origin): Router {
  if (target instanceof Router) return target;
  if (target instanceof Toolkit) return new Router(target);
  throw new StartupError(diagnose([invalidTarget(target, call, origin)]));
}

function invalidTarget(target: unknown, call: string, origin: Origin): Finding {
  const name = foreignName(target);
  return {
    rule: 'no-toolkit',
    origin,
    message: () =>
      name === undefined
        ? `routes must be registered on a Toolkit or a Router, not on ${describeTarget(target)}`
        : `this ${name} comes from a different copy of @writ/http than the one that @writ/annotations uses`,
    hint: () =>
      name === undefined
        ? `write ${call}`
        : 'install one copy: "npm ls @writ/http" lists both, "npm dedupe" removes one',
  };
}

/**
 * Returns the class name of a toolkit or router that comes from another installed copy of the package; undefined for
 * any other value.
 */
function foreignName(target: unknown): 'Toolkit' | 'Router' | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  // The object may have no prototype.
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
