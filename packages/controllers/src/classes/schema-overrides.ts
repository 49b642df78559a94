import { isSchema } from '@writ/source';
import type { ControllerClass } from '../controller.ts';
import type { SchemaOverrides } from './handlers.ts';
import { isVerb } from '../naming/verbs.ts';

export interface OverridesResult {
  readonly overrides: SchemaOverrides;
  readonly problems: readonly string[];
}

const NONE: SchemaOverrides = {};

/** Reads `static params = { POST: schema }`, which is inherited like all static members. */
export function readOverrides(type: ControllerClass): OverridesResult {
  let params: unknown;
  try {
    params = Reflect.get(type, 'params');
  } catch (error) {
    // `params` may be a getter that throws.
    return {
      overrides: NONE,
      problems: [`static params: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  if (params === undefined) return { overrides: NONE, problems: [] };
  if (typeof params !== 'object' || params === null) {
    return {
      overrides: NONE,
      problems: ['static params must be an object of schemas by verb: { POST: schema }'],
    };
  }
  const problems: string[] = [];
  const overrides = Object.entries(params).filter(([verb, schema]) => {
    if (!isVerb(verb)) problems.push(`static params: ${verb} is not an HTTP method`);
    else if (!isSchema(schema)) problems.push(`static params: the value of ${verb} is not a Standard Schema`);
    return isVerb(verb) && isSchema(schema);
  });
  return { overrides: Object.fromEntries(overrides) as SchemaOverrides, problems };
}
