// Compilers emit `design:paramtypes` only where `Reflect.metadata` exists. The library is used instead of a shim of our
// own, because it does not replace an existing `Reflect.metadata`: if a partial shim were loaded first,
// class-validator, TypeORM and other libraries would read no metadata at all. Copies of the library share one registry.
// oxlint-disable-next-line import/no-unassigned-import
import 'reflect-metadata/lite';
import type { Class } from './reflection.ts';

/** Returns the compiler's parameter metadata for a method that the class itself declares. */
export function parameterTypes(type: Class, name: string | symbol): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', type.prototype, name);
}

/** Returns the compiler's parameter metadata for the constructor that the class itself declares. */
export function constructorTypes(type: Class): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', type);
}

/** Returns the compiler's metadata for a method's result. */
export function resultType(type: Class, name: string | symbol): unknown {
  return Reflect.getOwnMetadata('design:returntype', type.prototype, name);
}

/** Returns the compiler's metadata for a field. */
export function fieldType(type: Class, name: string | symbol): unknown {
  return Reflect.getOwnMetadata('design:type', type.prototype, name);
}
