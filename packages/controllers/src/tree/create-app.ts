import type { App } from '../app.ts';
import type { PlacedClass } from '../classes/placed-class.ts';
import type { ControllerClass } from '../controller.ts';
import { variableIn } from '../naming/variable.ts';

export function createApp(
  classes: readonly Pick<PlacedClass, 'type' | 'bits'>[],
  base: readonly string[],
): App {
  const places = new Map<unknown, readonly string[]>();
  for (const { type, bits } of classes) if (!places.has(type)) places.set(type, [...base, ...bits]);
  return {
    url(type, ...args) {
      const bits = places.get(type as ControllerClass);
      if (bits === undefined) {
        throw new Error(`${type.name || 'the class'} has no path: it is no controller that is served here`);
      }
      return urlOf(bits, args);
    },
  };
}

function urlOf(bits: readonly string[], args: readonly unknown[]): string {
  const last = args.at(-1);
  const names = isNames(last) ? { ...last } : {};
  const places = isNames(last) ? args.slice(0, -1) : [...args];
  while (places.length > 0 && places.at(-1) === undefined) places.pop();
  const path = bits.map((bit) => {
    const name = variableIn(bit);
    if (name === undefined) return encodeURIComponent(bit);
    const value = Object.hasOwn(names, name) ? names[name] : places.shift();
    delete names[name];
    return bitOf(value, name);
  });
  path.push(...places.map((value, index) => bitOf(value, `argument ${index + 1}`)));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(names)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== undefined && each !== null) query.append(name, textOf(each, name));
    }
  }
  return `/${path.join('/')}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

function isNames(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Servers drop empty bits, and resolve dots even when they are encoded. */
function bitOf(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name}: ${JSON.stringify(text)} cannot stand in a path`);
  }
  return encodeURIComponent(text.toWellFormed());
}

function textOf(value: unknown, name: string): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof URL) return value.href;
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  throw new TypeError(`${name}: ${value === undefined ? 'is missing' : 'cannot be written as a text'}`);
}
