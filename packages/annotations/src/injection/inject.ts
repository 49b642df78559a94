import { assertCalled } from '../recording/assert-called.ts';
import { constructorTypes } from '../recording/metadata.ts';
import { lineage } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import type { ScopeDecorator, ParameterModifier } from '../recording/decorator-types.ts';
import { readTarget, withClass, type DecoratorArguments } from '../recording/decorator-target.ts';

const injectedClasses = new WeakSet<Class>();

/**
 * Marks a class whose instances the injector creates. Apply it to the class, a constructor parameter, a field or a
 * method. Classes whose constructors have parameters do not need it.
 */
export function Inject(...given: readonly []): ScopeDecorator & ParameterModifier {
  assertCalled(given, '@Inject()');
  return (...target: DecoratorArguments): void =>
    withClass(readTarget(target), (type) => void injectedClasses.add(type));
}

/** Whether the injector creates the instances of a class, instead of `new` without arguments. */
export function isInjectedClass(type: Class): boolean {
  if (lineage(type).some((at) => injectedClasses.has(at))) return true;
  const owner = findConstructorOwner(type);
  return owner !== undefined && (owner.length > 0 || (constructorTypes(owner)?.length ?? 0) > 0);
}

/** Returns the number of parameters of the constructor before the first default, also if the constructor is inherited. */
export function countConstructorParameters(type: Class): number {
  // The source of a class is read only if the class may inherit its constructor.
  if (type.length > 0 || lineage(type).length === 1) return type.length;
  return findConstructorOwner(type)?.length ?? 0;
}

/**
 * Returns the class that declares the constructor; undefined if there is none. An inherited constructor is not
 * reflected in the `length` of the class.
 */
export function findConstructorOwner(type: Class): Class | undefined {
  return lineage(type).find((at) => at.length > 0 || /\bconstructor\s*\(/.test(String(at)));
}
