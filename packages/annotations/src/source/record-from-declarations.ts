import { createDeclarationSources, type DeclarationSources, type ValueSource } from '@writ/source';
import type { RecordedClass, RecordedSchema } from '../declared-types/recorded-class.ts';
import { recordClass } from './record-class.ts';
import { nameOf } from './schema-imports.ts';

let sources: DeclarationSources | undefined;

/**
 * Returns the types that a compiled module's declaration file declares for a class; undefined if it does not declare
 * the class or any members of it.
 */
export function recordFromDeclarations(file: string, className: string): RecordedClass | undefined {
  sources ??= createDeclarationSources();
  const module = sources.read(file);
  const node = module.classes.get(className);
  const isExported = ({ exportName }: ValueSource): boolean => exportName !== undefined;
  const recorded = node && recordClass(node, module, sources, () => true, isExported);
  if (recorded === undefined) return undefined;
  const { record, schemas } = recorded;
  return schemas.length === 0 ? record : { ...record, schemas: schemas.map(toRecordedSchema) };
}

/** Modules are loaded with `require`, because registration is synchronous. It returns the namespace of an ES module. */
function toRecordedSchema(source: ValueSource): RecordedSchema {
  const { file, exportName } = source;
  const { createRequire } = process.getBuiltinModule('node:module');
  return [
    nameOf(source),
    () => (createRequire(file)(file) as Readonly<Record<string, unknown>>)[exportName!],
  ];
}
