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
