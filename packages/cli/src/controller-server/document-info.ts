import { readFileSync } from 'node:fs';
import type { ServeOpenapiOptions } from '@writ/http/openapi';

type Info = ServeOpenapiOptions['info'];

/** Title and version of the `package.json` in the working directory, as far as it says them. */
export function documentInfo(otherwise: string): Info {
  const { name, version, description } = manifest();
  return {
    title: text(name) ?? otherwise,
    version: text(version) ?? '0.0.0',
    ...(text(description) !== undefined && { description: text(description)! }),
  };
}

function manifest(): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(readFileSync('package.json', 'utf8')) as object | null) };
  } catch {
    // It is only asked for a name: one that is missing or wrong keeps nobody from being served.
    return {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
