import { resolveModule } from '@writ/source';
import type { Program } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const IMPORTING: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
]);

/** The files that a module of the same package loads, by `import()` of a literal name too. Those that are not there yet are left out. */
export function importedModules(program: Program, file: string): readonly string[] {
  const specifiers = new Set<string>();
  visit(program, specifiers);
  const files = [...specifiers].flatMap((specifier) => resolveModule(file, specifier) ?? []);
  return files.filter((each) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(each) && !each.includes('/node_modules/'));
}

function visit(value: unknown, specifiers: Set<string>): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, specifiers);
    return;
  }
  if (typeof value !== 'object' || value === null || typeof (value as Node).type !== 'string') return;
  const node = value as Node;
  if (IMPORTING.has(node.type) && node['importKind'] !== 'type' && node['exportKind'] !== 'type') {
    const { value: specifier } = (node['source'] ?? {}) as { readonly value?: unknown };
    if (typeof specifier === 'string') specifiers.add(specifier);
  }
  for (const child of Object.values(node)) visit(child, specifiers);
}
