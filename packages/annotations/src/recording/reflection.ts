import type { AbstractClass } from '@writ/http/kernel';

/** Any class in an application. */
export type Class = AbstractClass;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether the value is a class or another function with a prototype; arrow functions and methods have none. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && 'prototype' in value;
}

/** Returns the class of an object, or the source itself if it is a class; undefined for any other value. */
export function classOf(source: unknown): Class | undefined {
  const type = isObject(source) ? source.constructor : source;
  return isClass(type) ? type : undefined;
}

/** Returns a property of an object or a function; undefined for primitives. */
export function propertyOf(holder: unknown, name: PropertyKey): unknown {
  return isObject(holder) || typeof holder === 'function' ? Reflect.get(holder, name) : undefined;
}

export function hasMethod(holder: unknown, name: PropertyKey): boolean {
  return typeof propertyOf(holder, name) === 'function';
}

/** Returns the member names of the prototype; an empty list if the prototype was set to undefined. */
export function memberNames(type: Class): readonly (string | symbol)[] {
  const members: unknown = type.prototype;
  return isObject(members) || typeof members === 'function' ? Reflect.ownKeys(members) : [];
}

/** Creates an instance with `new type()`; throws the constructor's errors. */
export function construct(type: Function): object {
  return Reflect.construct(type, []);
}
