import type { OffsetRange } from '@writ/diagnostics';
import { loadParser } from '@writ/source/parser';

/** The parts of an ESTree node that are read here; oxc-parser counts offsets in UTF-16 units. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: any;
}

export interface Parameter extends OffsetRange {
  /** Undefined when it is a pattern. */
  readonly name?: string;
}

/** A parsed source, asked about what stands at an offset. */
export interface Syntax {
  /** The call whose callee stands at `offset`, such as `GET('/x')`. */
  callAt(offset: number): OffsetRange | undefined;
  /** Parameter `index` of the class member that stands around `offset`, its decorators included. */
  parameterAt(offset: number, index: number): Parameter | undefined;
}

/** Undefined when the source cannot be parsed; then a finding has its line and column only. */
export function parse(file: string, text: string): Syntax | undefined {
  const parseSource = loadParser();
  if (parseSource === undefined) return undefined;
  const { program, errors } = parseSource(file, text, { sourceType: 'module' });
  if (errors.length > 0) return undefined;
  const nodes = [...walk(program)];
  const around = (type: string, offset: number): Node | undefined =>
    // Parents come before their children: the last is the innermost.
    nodes.findLast((node) => node.type === type && node.start <= offset && offset < node.end);
  return {
    callAt(offset) {
      const call = nodes.findLast(
        ({ type, callee }) => type === 'CallExpression' && callee.start <= offset && offset < callee.end,
      );
      return call && { start: call.start, end: call.end };
    },
    parameterAt(offset, index) {
      const parameters: readonly Node[] | undefined = around('MethodDefinition', offset)?.['value'].params;
      const parameter = parameters?.filter(({ name }) => name !== 'this')[index];
      return parameter && named(parameter, text);
    },
  };
}

function named(parameter: Node, text: string): Parameter {
  const inner: Node | undefined = parameter['parameter'] ?? parameter['left'] ?? parameter['argument'];
  if (inner !== undefined) return named(inner, text);
  const { name, decorators, end } = parameter;
  // The node spans decorators before the name, and a type behind it.
  const start = Math.max(parameter.start, (decorators as readonly Node[]).at(-1)?.end ?? 0);
  if (typeof name !== 'string') return { start, end };
  const at = text.indexOf(name, start);
  return { name, start: at, end: at + name.length };
}

function* walk(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as Node).type === 'string') yield value as Node;
  for (const child of Object.values(value)) yield* walk(child);
}
