import { formatConfiguration } from './format.ts';
import { isObject, parseObject, readPath, setValue, type JsonObject, type Path } from './json-edit.ts';

/** The text that replaces each secret of a stored configuration. */
const MASK = '••••••••';

/**
 * Replaces the masks in a configuration with the values of the same configuration without masks, and preserves the
 * layout and the remarks of the user.
 *
 * @param masked the text as the user wrote it, with masked secrets
 * @param configuration the same configuration with references to its secrets, without layout
 */
export function fillMasks(masked: string, configuration: JsonObject): string {
  const value = parseObject(masked);
  // A masked key, such as an address with a password, does not show which key it replaces.
  if (value === undefined || hasMaskedKey(value)) return formatConfiguration(configuration);
  const added = Object.keys(configuration).filter((key) => !Object.hasOwn(value, key));
  const paths: readonly Path[] = [...maskedPaths(value), ...added.map((key) => [key])];
  // A removed item would move the ones after it, so the last path is first.
  return paths.toReversed().reduce((text, path) => {
    return setValue(text, path, readPath(configuration, path));
  }, masked);
}

/** Restores the names of accounts and secrets in a configuration that is masked, and preserves its layout. */
export function restoreNames(masked: string, text: string): string {
  const [value, original] = [parseObject(masked), parseObject(text)];
  if (value === undefined || original === undefined) return masked;
  return maskedPaths(value)
    .filter(isName)
    .reduce((result, path) => setValue(result, path, readPath(original, path)), masked);
}

/** Whether a value is masked only because it belongs to a secret. */
function isName(path: Path): boolean {
  const key = path.at(-1);
  return key === '$secret' || (key === 'username' && path[0] === '!users');
}

function maskedPaths(value: unknown): Path[] {
  if (typeof value === 'string') return value.includes(MASK) ? [[]] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => prefix(index, maskedPaths(item)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => prefix(key, maskedPaths(member)));
}

const prefix = (step: string | number, paths: readonly Path[]): Path[] =>
  paths.map((path) => [step, ...path]);

function hasMaskedKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => key.includes(MASK) || hasMaskedKey(member));
}
