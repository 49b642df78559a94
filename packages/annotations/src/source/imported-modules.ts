import { resolveModule } from '@writ/source';
import type { Node, Program } from '@oxc-project/types';
import { isNode } from '../findings/syntax-node.ts';

/**
 * Returns the files of the same package that a module imports, including `import()` of a literal. Missing files are
 * omitted.
 */
export function importedModules(program: Program, file: string): readonly string[] {
  const specifiers = new Set<string>();
  visitNode(program, specifiers);
  const files = [...specifiers].flatMap((specifier) => resolveModule(file, specifier) ?? []);
  return files.filter((each) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(each) && !each.includes('/node_modules/'));
}

function visitNode(value: unknown, specifiers: Set<string>): void {
  if (Array.isArray(value)) {
    for (const each of value) visitNode(each, specifiers);
    return;
  }
  if (!isNode(value)) return;
  const source = importedSpecifier(value);
  if (source !== undefined) specifiers.add(source);
  for (const child of Object.values(value)) visitNode(child, specifiers);
}

/** Returns the specifier of the module that a node loads at run time; undefined if the node loads none. */
function importedSpecifier(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.importKind === 'type' ? undefined : node.source.value;
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.exportKind === 'type' ? undefined : node.source?.value;
    case 'ImportExpression': {
      const { source } = node;
      return source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined;
    }
    default:
      return undefined;
  }
}
