import { mainOfDetails } from './profile-names.ts';
import { valueAt } from './json.ts';
import type { Situation } from './question.ts';

/** The purposes of a system, from which the suggestions of later questions follow. */
export const purposes = ['desktop', 'server', 'minimal', 'developer'] as const;

export type Purpose = (typeof purposes)[number];

/**
 * Returns the chosen purpose or, without one, that of the existing configuration's profile: desktop, server or minimal.
 */
export function purposeOf({ answers, base, choices }: Situation): Purpose {
  const start = purposes.find((purpose) => purpose === answers.get('start'));
  if (start !== undefined) return start;
  const main =
    valueAt(base, ['profile', 'main']) ?? mainOfDetails(valueAt(base, ['profile', 'details']), choices);
  return main === 'desktop' || main === 'server' ? main : 'minimal';
}

/** Whether the purpose includes a desktop. */
export function hasDesktop(situation: Situation): boolean {
  return ['desktop', 'developer'].includes(purposeOf(situation));
}

/** Whether a value is the name of an image file. */
export function isImage(name: unknown): name is string {
  return typeof name === 'string' && /\.(img|raw)$/.test(name);
}

/** Returns the image file; undefined for an installation on a disk. */
export function imageOf({ answers, base }: Situation): string | undefined {
  const where = answers.get('where') ?? (answers.has('disk') ? 'machine' : valueAt(base, ['harddrives', 0]));
  return isImage(where) ? where : undefined;
}
