import type { Router, Toolkit } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { whenInjected } from './when-injected.ts';
import { memberRecordOf, classRecordOf } from '../recording/records.ts';
import { memberNames, type Class } from '../recording/reflection.ts';
import { registerEndpoints } from './endpoints.ts';
import { injectorOf, prepareRouter } from './rest-router.ts';

/** An annotated class exported by a file. */
export interface ExportedClass {
  /** The exported class. */
  readonly type: Class;
  /** The location of the declaration; if it has no line, the location of the first annotation is used. */
  readonly origin: Origin;
}

/**
 * Creates a router for unregistered classes, for tools that display a file's routes. Findings are located at the
 * declarations. For a class that requires constructor arguments, the hint suggests exporting a router.
 */
export function exportedRouter(toolkit: Toolkit, classes: readonly ExportedClass[]): Router {
  const router = prepareRouter(toolkit, 'exportedRouter(new Toolkit(), …)', {});
  const injector = injectorOf(router);
  const types = classes.map(({ type }) => type);
  whenInjected(router, injector, types, () => {
    for (const { type, origin } of classes)
      registerEndpoints(router, [type], originOfClass(type, origin), injector, suggestExportedRouter);
  });
  return router;
}

/** Returns the origin or, if it has no line, the location of the first annotation of the class or its own methods. */
function originOfClass(type: Class, origin: Origin): Origin {
  if (origin.line !== undefined) return origin;
  const annotations = [
    ...classRecordOf(type).annotations,
    ...memberNames(type).flatMap((name) => memberRecordOf(type, name)?.annotations ?? []),
  ];
  return annotations.find((annotation) => annotation.origin.file !== undefined)?.origin ?? origin;
}

function suggestExportedRouter(name: string): string {
  return `export a router that contains it: export const router = RestRouter.register(new Toolkit(), new ${name}(…));`;
}
