import type { Rule } from './rule.ts';

const forms = [
  /<[A-Z][A-Z0-9_ -]*>/,
  /@[A-Z][A-Z0-9_]+@/,
  /\{\{.*\}\}/,
  /^(change[-_ ]?me|your[-_ ].*|replace[-_ ]?me|todo|xxx+)$/i,
];
/** Shell has angle brackets and braces of its own: in commands only the plainest form is told. */
const inShell = /<[A-Z][A-Z0-9_-]+>/;

/** Whether a text looks as if its author was to write something else in its place. */
export function isPlaceholder(text: string): boolean {
  return forms.some((form) => form.test(text));
}

/** What to say beside another finding about such a text. */
export function placeholderHint(text: string): { hint?: string } {
  return isPlaceholder(text) ? { hint: 'this looks like a placeholder that was not filled in' } : {};
}

export const placeholder: Rule = ({ config, find }) => {
  const found: ReturnType<Rule> = [];
  const visit = (value: unknown, pointer: string, keys: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${pointer}/${index}`, keys);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        visit(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, [...keys, key]);
      }
    } else if (typeof value === 'string') {
      if (keys[0] === 'custom-commands' ? !inShell.test(value) : !isPlaceholder(value)) return;
      found.push(
        find('placeholder', pointer, {
          message: 'this looks like a placeholder that was not filled in',
          hint: 'write what it stands for',
        }),
      );
    }
  };
  for (const key of judged) visit(config[key], `/${key}`, [key]);
  return found;
};

/** Keys of this format whose text no other rule judges whole. */
const judged = [
  'harddrives',
  'packages',
  'services',
  'custom-commands',
  'profile',
  '!root-password',
  '!users',
] as const;
