import { configSchema, type JsonObject } from '@writ/installer/internal';

const topLevelOrder = Object.keys(configSchema.properties ?? {});
const profileOrder = Object.keys(configSchema.properties?.['profile']?.properties ?? {});

/**
 * Formats a configuration as JSON, indented by two spaces. At the top level and in `profile`, known keys come
 * first, in schema order.
 */
export function formatConfiguration(output: JsonObject): string {
  const sorted = sortKeys(output, topLevelOrder);
  const { profile } = output;
  if (typeof profile === 'object' && profile !== null && !Array.isArray(profile))
    sorted['profile'] = sortKeys(profile, profileOrder);
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

function sortKeys(object: JsonObject, order: readonly string[]): JsonObject {
  const sorted = Object.create(null) as JsonObject;
  for (const key of order) if (Object.hasOwn(object, key)) sorted[key] = object[key]!;
  for (const [key, value] of Object.entries(object)) if (!Object.hasOwn(sorted, key)) sorted[key] = value;
  return sorted;
}
