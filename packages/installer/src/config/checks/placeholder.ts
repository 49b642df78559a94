import { isCommandList } from '../command-lists.ts';
import { isSecretKey } from '../secrets.ts';
import type { Check } from './check.ts';

const forms = [
  /<[A-Za-z][\w .-]*>/,
  /@[A-Z][A-Z0-9_]+@/,
  /\{\{.*\}\}/,
  /\$\{[A-Za-z_]\w*\}/,
  /^(\$[A-Z][A-Z0-9_]+|__\w+__|%\w+%)$/,
  /^\/dev\/(sd|vd|hd|nvme|mmcblk)[xX](\d|n\d)*$/,
  /^(change[-_ ]?(me|this)|(insert|enter|your)[-_ ].*|replace[-_ ]?(me|this)|todo|fixme|tbd|xxx+|\.\.\.|…)$/i,
];
/** The only form that is recognized in commands, because other brackets and braces are shell syntax. */
const inShell = /<[A-Z][A-Z0-9_-]+>/;

/** Whether a string looks like a template placeholder. */
export function isPlaceholder(text: string): boolean {
  return forms.some((form) => form.test(text));
}

/** Returns the hint for a finding whose value looks like a placeholder; an empty object for any other value. */
export function placeholderHint(text: string): { hint?: string } {
  return isPlaceholder(text) ? { hint: 'this looks like a placeholder that was not filled in' } : {};
}

/** Whether the whole string is a placeholder; a part of a password may look like one by chance. */
function isWholePlaceholder(text: string): boolean {
  return forms.some((form) => form.exec(text)?.[0].length === text.length);
}

function placeholderTest([key = '', ...inner]: readonly string[]): (text: string) => boolean {
  if (isCommandList([key, ...inner])) return (text) => inShell.test(text);
  return [key, ...inner].some(isSecretKey) && inner.at(-1) !== 'username'
    ? isWholePlaceholder
    : isPlaceholder;
}

export const checkPlaceholders: Check = ({ config, finding }) => {
  const found: ReturnType<Check> = [];
  const visit = (value: unknown, pointer: string, keys: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${pointer}/${index}`, keys);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        visit(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, [...keys, key]);
      }
    } else if (typeof value === 'string') {
      if (!placeholderTest(keys)(value)) return;
      found.push(
        finding('placeholder', pointer, {
          message: 'this looks like a placeholder that was not filled in',
          hint: 'replace it with the value',
        }),
      );
    }
  };
  for (const key of checkedKeys) visit(config[key], `/${key}`, [key]);
  return found;
};

/** Keys whose strings are not completely validated by other checks. */
const checkedKeys = [
  'harddrives',
  'packages',
  'services',
  'custom-commands',
  'network_config',
  'profile',
  '!root-password',
  '!users',
  'x-writ',
] as const;
