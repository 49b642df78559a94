import type { AbstractClass } from '@writ/http/kernel';

/** Any class in an application. */
export type Class = AbstractClass;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Arrow functions and methods are not classes. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && 'prototype' in value;
}

/** The class of an object, or the source itself if it is a class; undefined for an object without a class. */
export function classOf(source: unknown): Class | undefined {
  const type = isObject(source) ? source.constructor : source;
  return isClass(type) ? type : undefined;
}

/** A property of any value; undefined for primitives. */
export function propertyOf(holder: unknown, name: PropertyKey): unknown {
  return isObject(holder) || typeof holder === 'function' ? Reflect.get(holder, name) : undefined;
}

export function hasMethod(holder: unknown, name: PropertyKey): boolean {
  return typeof propertyOf(holder, name) === 'function';
}

/** The member names of the prototype; empty if the prototype was set to undefined. */
export function memberNames(type: Class): readonly (string | symbol)[] {
  const members: unknown = type.prototype;
  return isObject(members) || typeof members === 'function' ? Reflect.ownKeys(members) : [];
}

/** Creates an object with `new type()`; throws the constructor's errors. */
export function construct(type: Function): object {
  return Reflect.construct(type, []);
}
