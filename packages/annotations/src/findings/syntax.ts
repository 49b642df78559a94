import type { OffsetRange } from '@writ/diagnostics';
import { loadParser } from '@writ/source/compiler';
import type { BindingPattern, MethodDefinition, Node, ParamPattern } from '@oxc-project/types';
import { isNode } from './syntax-node.ts';

export interface Parameter extends OffsetRange {
  /** Undefined for a destructuring pattern. */
  readonly name?: string;
}

/** A parsed source that can be queried by offset. */
export interface Syntax {
  /** Returns the innermost call whose callee contains `offset`, such as `GET('/x')`; undefined if there is none. */
  callAt(offset: number): OffsetRange | undefined;
  /**
   * Returns parameter `index` of the method that contains `offset`; undefined if there is none. The decorators of a
   * method belong to it.
   */
  parameterAt(offset: number, index: number): Parameter | undefined;
}

/** Parses a source. Returns undefined if this is not possible; a finding then marks only one character, not a call. */
export function parseSyntax(file: string, text: string): Syntax | undefined {
  const parseSource = loadParser();
  if (parseSource === undefined) return undefined;
  const { program, errors } = parseSource(file, text, { sourceType: 'module' });
  if (errors.length > 0) return undefined;
  const nodes = [...walkNodes(program)];
  // Parents precede their children, so the last match is the innermost. oxc-parser counts offsets in UTF-16 units.
  return {
    callAt(offset) {
      const call = nodes.findLast(
        (node) => node.type === 'CallExpression' && containsOffset(node.callee, offset),
      );
      return call && { start: call.start, end: call.end };
    },
    parameterAt(offset, index) {
      const method = nodes.findLast(
        (node): node is MethodDefinition => node.type === 'MethodDefinition' && containsOffset(node, offset),
      );
      const parameters = method?.value.params.filter((param) => !('name' in param) || param.name !== 'this');
      const parameter = parameters?.[index];
      return parameter && locateParameterName(parameter, text);
    },
  };
}

function containsOffset({ start, end }: OffsetRange, offset: number): boolean {
  return start <= offset && offset < end;
}

function locateParameterName(parameter: ParamPattern | BindingPattern, text: string): Parameter {
  if (parameter.type === 'TSParameterProperty') return locateParameterName(parameter.parameter, text);
  if (parameter.type === 'AssignmentPattern') return locateParameterName(parameter.left, text);
  if (parameter.type === 'RestElement') return locateParameterName(parameter.argument, text);
  // The node includes the decorators before the name and the type after it.
  const decorators: readonly OffsetRange[] = parameter.decorators ?? [];
  const start = Math.max(parameter.start, decorators.at(-1)?.end ?? 0);
  const { end } = parameter;
  if (parameter.type !== 'Identifier') return { start, end };
  const { name } = parameter;
  const at = text.indexOf(name, start);
  return { name, start: at, end: at + name.length };
}

function* walkNodes(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* walkNodes(child);
}
