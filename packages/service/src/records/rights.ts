/**
 * The rights of users and tokens, each of which includes the earlier ones: to see configurations, plans and
 * installations; to run installations; to administer users, tokens and the audit log.
 */
export const RIGHTS = ['view', 'run', 'administer'] as const;

/** A right; as the role of a user or the scope of a token, it includes the lesser ones. */
export type Right = (typeof RIGHTS)[number];

/** Returns a right and those that it includes. */
export function rightsUpTo(right: Right): readonly Right[] {
  return RIGHTS.slice(0, RIGHTS.indexOf(right) + 1);
}

/** Returns the lesser of two rights. */
export function lesserRight(one: Right, other: Right): Right {
  return RIGHTS[Math.min(RIGHTS.indexOf(one), RIGHTS.indexOf(other))]!;
}
