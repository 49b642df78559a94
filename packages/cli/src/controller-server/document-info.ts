import { readFileSync } from 'node:fs';
import type { ServeOpenapiOptions } from '@writ/http/openapi';

type Info = ServeOpenapiOptions['info'];

/**
 * Reads the title, version and description from the `package.json` in the working directory. The default version is
 * 0.0.0.
 *
 * @param otherwise the default title
 */
export function documentInfo(otherwise: string): Info {
  const { name, version, description } = readManifest();
  return {
    title: nonEmptyString(name) ?? otherwise,
    version: nonEmptyString(version) ?? '0.0.0',
    ...(nonEmptyString(description) !== undefined && { description: nonEmptyString(description)! }),
  };
}

function readManifest(): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(readFileSync('package.json', 'utf8')) as object | null) };
  } catch {
    // A missing or malformed package.json must not prevent the start.
    return {};
  }
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
