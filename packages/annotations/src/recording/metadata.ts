// Compilers write `design:paramtypes` only where `Reflect.metadata` is. The library is used rather than a shim of our
// own: it leaves a `Reflect.metadata` alone that is there already, so behind a partial shim class-validator, TypeORM
// and others would read no metadata at all; copies of the library share one registry.
// oxlint-disable-next-line import/no-unassigned-import
import 'reflect-metadata/lite';
import type { Class } from './reflection.ts';

/** What the compiler says about the parameters of a method that the class itself declares. */
export function parameterTypes(type: Class, name: string | symbol): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', type.prototype, name);
}

/** The same of the constructor that the class itself declares. */
export function constructorTypes(type: Class): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', type);
}

/** The same of what a method gives. */
export function resultType(type: Class, name: string | symbol): unknown {
  return Reflect.getOwnMetadata('design:returntype', type.prototype, name);
}

/** The same of a field. */
export function fieldType(type: Class, name: string | symbol): unknown {
  return Reflect.getOwnMetadata('design:type', type.prototype, name);
}
