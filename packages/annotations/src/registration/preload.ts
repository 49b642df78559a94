import { collectClassComponents } from '../collect/route-components.ts';
import { componentSourceOf } from '../components/component.ts';
import { classOf, isClass, type Class } from '../recording/reflection.ts';
import { InjectionError, type Injector } from '../injection/injector.ts';

/**
 * Requests the instances of injectable classes, and of the injectable components that their routes use, in advance, so
 * that registration can wait for them. Failures are reported where an instance is needed.
 */
export function preloadInstances(injector: Injector, named: readonly unknown[]): void {
  for (const type of [...named, ...named.flatMap(componentClassesOf)]) {
    if (!isClass(type) || !injector.isInjectable(type)) continue;
    try {
      injector.get(type);
    } catch (error) {
      if (!(error instanceof InjectionError)) throw error;
    }
  }
}

/** Returns the classes of the components that an endpoint's routes use. */
function componentClassesOf(source: unknown): (Class | undefined)[] {
  const type = classOf(source);
  if (type === undefined) return [];
  return collectClassComponents(type).flatMap((component) => {
    const componentSource = componentSourceOf(component);
    return componentSource !== undefined && componentSource.source === componentSource.type
      ? [componentSource.type]
      : [];
  });
}
