import type { Matcher } from '../contract/matcher.ts';
import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { checkForeignSyntax } from '../routing/foreign-syntax.ts';
import { PatternProblem } from '../routing/pattern-tokens.ts';
import { parsePattern } from '../routing/pattern.ts';

/** The properties that decide whether a router can be mounted in another one. */
export interface Mounting {
  readonly sharesToolkit: boolean;
  /** Whether the router is the outer one, or mounts it. */
  readonly contains: boolean;
  /** Whether a third router mounts it. */
  readonly isElsewhere: boolean;
}

/** Whether a value is a matcher rather than a router. */
export function isMatcher(value: unknown): value is Matcher {
  return typeof (value as Partial<Matcher> | undefined)?.match === 'function';
}

/**
 * Checks a prefix and the router to mount there. `router` is undefined if the value is not a router. Returns undefined
 * if both are valid.
 */
export function checkMount(
  prefix: string,
  router: Mounting | undefined,
  origin: Origin,
): Finding | undefined {
  const finding = (message: string, hint: string): Finding => ({
    rule: 'mount',
    message: `the mount at ${prefix}: ${message}`,
    hint,
    origin,
  });
  if (router === undefined) {
    return finding(
      'expected a router or a matcher',
      "write router.mount('/admin', other); if it is undefined here, check for modules that import each other",
    );
  }
  if (router.contains)
    return finding('a router cannot contain itself', 'mount a router that does not mount this one');
  if (!router.sharesToolkit)
    return finding('its router has a different toolkit', 'create both routers with the same toolkit');
  if (router.isElsewhere)
    return finding(
      'its router is already mounted in another router',
      'write a function that creates the router, and call it for each mount',
    );
  return checkPrefix(prefix, finding) ?? checkForeignSyntax(() => 'a mount', prefix, origin)[0];
}

function checkPrefix(
  prefix: string,
  finding: (message: string, hint: string) => Finding,
): Finding | undefined {
  try {
    const { tail } = parsePattern(prefix);
    if (tail === undefined) return undefined;
    return finding(
      'a variable in a prefix must match exactly one segment',
      "write a prefix such as '/tenants/{tenant}'",
    );
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return finding(
      `${error.message} (at character ${error.index + 1})`,
      error.hint ?? "write a path such as '/admin'",
    );
  }
}
