import { componentsNamedBy } from '../collect/components-in.ts';
import { madeFrom } from '../components/component.ts';
import { classOf, isClass, type Class } from '../recording/reflection.ts';
import { InjectionProblem, type Injector } from '../injection/injector.ts';

/** Asks for all that will be made of classes, so that it can be waited for. Who needs what cannot be made is told then. */
export function askAhead(injector: Injector, named: readonly unknown[]): void {
  for (const type of [...named, ...named.flatMap(namedBy)]) {
    if (!isClass(type) || !injector.asks(type)) continue;
    try {
      injector.get(type);
    } catch (error) {
      if (!(error instanceof InjectionProblem)) throw error;
    }
  }
}

/** The classes of what is named for the routes of an endpoint. */
function namedBy(source: unknown): (Class | undefined)[] {
  const type = classOf(source);
  if (type === undefined) return [];
  return componentsNamedBy(type).flatMap((component) => {
    const made = madeFrom(component);
    return made !== undefined && made.source === made.type ? [made.type] : [];
  });
}
