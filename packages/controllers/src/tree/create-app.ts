import type { App } from '../app.ts';
import type { MountedClass } from '../classes/mounted-class.ts';
import type { ControllerClass } from '../controller.ts';
import { variableName } from '../naming/variable.ts';

export function createApp(
  classes: readonly Pick<MountedClass, 'type' | 'segments'>[],
  base: readonly string[],
): App {
  const segmentsByClass = new Map<unknown, readonly string[]>();
  for (const { type, segments } of classes)
    if (!segmentsByClass.has(type)) segmentsByClass.set(type, [...base, ...segments]);
  return {
    url(type, ...args) {
      const segments = segmentsByClass.get(type as ControllerClass);
      if (segments === undefined) {
        throw new Error(
          `${type.name || 'the class'} has no path: this application does not serve it as a controller`,
        );
      }
      return buildUrl(segments, args);
    },
  };
}

function buildUrl(segments: readonly string[], args: readonly unknown[]): string {
  const last = args.at(-1);
  const names = isQueryObject(last) ? { ...last } : {};
  const positional = isQueryObject(last) ? args.slice(0, -1) : [...args];
  while (positional.length > 0 && positional.at(-1) === undefined) positional.pop();
  const path = segments.map((segment) => {
    const name = variableName(segment);
    if (name === undefined) return encodeURIComponent(segment);
    const value = Object.hasOwn(names, name) ? names[name] : positional.shift();
    delete names[name];
    return encodeSegment(value, name);
  });
  path.push(...positional.map((value, index) => encodeSegment(value, `argument ${index + 1}`)));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(names)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== undefined && each !== null) query.append(name, toUrlString(each, name));
    }
  }
  return `/${path.join('/')}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

function isQueryObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
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
