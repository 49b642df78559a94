import type { App } from '../app.ts';
import type { MountedClass } from '../classes/mounted-class.ts';
import type { ControllerClass } from '../controller.ts';
import { variableName } from '../naming/variable.ts';
import { compileUrlCheck, type CheckUrl } from './check-url.ts';
import { sortArguments, type UrlValues } from './url-values.ts';

/** A class for which addresses are built. */
interface AddressedClass {
  readonly segments: readonly string[];
  readonly mounted: MountedClass;
  /** Compiled on first use. */
  check: CheckUrl | undefined;
}

export function createApp(classes: readonly MountedClass[], base: readonly string[]): App {
  const known = new Map<unknown, AddressedClass>();
  for (const mounted of classes) {
    if (known.has(mounted.type)) continue;
    known.set(mounted.type, { segments: [...base, ...mounted.segments], mounted, check: undefined });
  }
  return {
    url(type, ...args) {
      const found = known.get(type as ControllerClass);
      if (found === undefined) {
        throw new Error(
          `${type.name || 'the class'} has no path: this application does not serve it as a controller`,
        );
      }
      const values = sortArguments(found.segments, args);
      const url = printUrl(found.segments, values);
      found.check ??= compileUrlCheck(found.mounted);
      found.check(values);
      return url;
    },
  };
}

function printUrl(segments: readonly string[], { variables, positional, query }: UrlValues): string {
  const path = segments.map((segment) => {
    const name = variableName(segment);
    return name === undefined ? encodeURIComponent(segment) : encodeSegment(variables.get(name), name);
  });
  path.push(...positional.map((value, index) => encodeSegment(value, `argument ${index + 1}`)));
  const parameters = new URLSearchParams();
  for (const [name, value] of query) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      parameters.append(name, toUrlString(each, name));
    }
  }
  return `/${path.join('/')}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`;
}

/** Encodes a segment. Throws for an empty segment and for dots, because servers resolve dots, even if encoded. */
function encodeSegment(value: unknown, name: string): string {
  const text = toUrlString(value, name);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name}: ${JSON.stringify(text)} cannot be a path segment`);
  }
  return encodeURIComponent(text.toWellFormed());
}

function toUrlString(value: unknown, name: string): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof URL) return value.href;
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  throw new TypeError(`${name}: ${value === undefined ? 'is missing' : 'cannot be converted to a string'}`);
}
