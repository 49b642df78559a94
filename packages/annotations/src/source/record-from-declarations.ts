import { createDeclarationSources, type DeclarationSources } from '@writ/source';
import type { RecordedClass } from '../declared-types/recorded-class.ts';
import { recordClass } from './record-class.ts';

let sources: DeclarationSources | undefined;

/**
 * Returns the types that a compiled module's declaration file declares for a class; undefined if it does not declare
 * the class or any members of it.
 */
export function recordFromDeclarations(file: string, className: string): RecordedClass | undefined {
  sources ??= createDeclarationSources();
  const module = sources.read(file);
  const node = module.classes.get(className);
  return node && recordClass(node, module, sources, () => true);
}
