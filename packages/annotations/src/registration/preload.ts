import { collectClassComponents } from '../collect/route-components.ts';
import { componentSourceOf } from '../components/component.ts';
import { classOf, isClass, type Class } from '../recording/reflection.ts';
import { InjectionError, type Injector } from '../injection/injector.ts';

/** Asks for all that will be made of classes, so that it can be waited for. Who needs what cannot be made is told then. */
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

/** The classes of what is named for the routes of an endpoint. */
function componentClassesOf(source: unknown): (Class | undefined)[] {
  const type = classOf(source);
  if (type === undefined) return [];
  return collectClassComponents(type).flatMap((component) => {
    const made = componentSourceOf(component);
    return made !== undefined && made.source === made.type ? [made.type] : [];
  });
}
