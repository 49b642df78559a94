import type { Router, Toolkit } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { whenInjected } from './when-injected.ts';
import { memberRecordOf, classRecordOf } from '../recording/records.ts';
import { memberNames, type Class } from '../recording/reflection.ts';
import { registerEndpoints } from './endpoints.ts';
import { injectorOf, prepareRouter } from './rest-router.ts';

/** An annotated class that a file exports. */
export interface ExportedClass {
  readonly type: Class;
  /** Where it is declared; without a line, where it is annotated counts. */
  readonly origin: Origin;
}

/**
 * A router of classes that nobody has registered, for tools that show what a file declares. What is wrong with them is told
 * where they are declared, and what to export instead of a class that cannot be made without arguments.
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

/** Else that of the first annotation of the class itself or of its own methods. */
function originOfClass(type: Class, origin: Origin): Origin {
  if (origin.line !== undefined) return origin;
  const annotations = [
    ...classRecordOf(type).annotations,
    ...memberNames(type).flatMap((name) => memberRecordOf(type, name)?.annotations ?? []),
  ];
  return annotations.find((annotation) => annotation.origin.file !== undefined)?.origin ?? origin;
}

function suggestExportedRouter(name: string): string {
  return `export a router that has it added: export const router = RestRouter.register(new Toolkit(), new ${name}(…));`;
}
