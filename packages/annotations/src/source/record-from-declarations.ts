import { createDeclarationSources, type DeclarationSources } from '@writ/source';
import type { RecordedClass } from '../declared-types/recorded-class.ts';
import { recordClass } from './record-class.ts';

let sources: DeclarationSources | undefined;

/** What the declaration file of a compiled module declares of one of its classes; undefined when it does not declare it. */
export function recordFromDeclarations(file: string, className: string): RecordedClass | undefined {
  sources ??= createDeclarationSources();
  const module = sources.read(file);
  const node = module.classes.get(className);
  return node && recordClass(node, module, sources, () => true);
}
