import type { AbstractClass } from '@writ/http/kernel';

/** A class of an application, of which nothing is known but that it is one. */
export type Class = AbstractClass;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Arrow functions and methods are none. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && 'prototype' in value;
}

/** The class of an object, or what is a class itself; undefined for an object that is of none. */
export function classOf(source: unknown): Class | undefined {
  const type = isObject(source) ? source.constructor : source;
  return isClass(type) ? type : undefined;
}

/** A property of whatever is given; undefined for what has no properties of its own. */
export function propertyOf(holder: unknown, name: PropertyKey): unknown {
  return isObject(holder) || typeof holder === 'function' ? Reflect.get(holder, name) : undefined;
}

export function hasMethod(holder: unknown, name: PropertyKey): boolean {
  return typeof propertyOf(holder, name) === 'function';
}

/** Of its prototype; none where that was set to undefined. */
export function memberNames(type: Class): readonly (string | symbol)[] {
  const members: unknown = type.prototype;
  return isObject(members) || typeof members === 'function' ? Reflect.ownKeys(members) : [];
}

/** `new type()`. @throws what the constructor throws. */
export function construct(type: Function): object {
  return Reflect.construct(type, []);
}
