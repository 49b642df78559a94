import { SourceText } from '@writ/diagnostics';
import { parseProgram, type Sources, type ValueSource } from '@writ/source';
import { RECORD_KEY } from '../declared-types/recorded-class.ts';
import { mayBeDecorated } from './may-be-decorated.ts';
import { decoratedClasses, decoratorsOf, isDecorated, type DecoratedClass } from './decorated-classes.ts';
import type { Span } from '@oxc-project/types';
import { recordClass } from './record-class.ts';
import { SchemaImports } from './schema-imports.ts';

/** A module with its declared types as code. */
export interface WrittenTypes {
  /**
   * The text of the module in which each class with decorated members has a static member with its declared types;
   * undefined if no text is added. Text is added at the end of the class's last line, and after the last line of the
   * module if the types refer to schemas of other modules, so line numbers do not change.
   */
  readonly text: string | undefined;
  /**
   * The first decorator of each decorated class expression, because some compilers reject decorated class expressions.
   */
  readonly expressions: readonly Span[];
}

const NO_TYPES: WrittenTypes = { text: undefined, expressions: [] };

export function writeTypes(file: string, text: string, sources: Sources): WrittenTypes {
  if (!mayBeDecorated(text)) return NO_TYPES;
  const { source, program } = parseProgram(file, new SourceText(file, text));
  // The compiler reports syntax errors.
  if (program === undefined) return NO_TYPES;
  const classes = decoratedClasses(program, source);
  const expressions = classes.flatMap(({ node }) =>
    node.type === 'ClassExpression' ? decoratorsOf(node).slice(0, 1) : [],
  );
  return { text: insertRecords(file, text, classes, sources), expressions };
}

function insertRecords(
  file: string,
  text: string,
  classes: readonly DecoratedClass[],
  sources: Sources,
): string | undefined {
  const imports = new SchemaImports(file);
  const canRead = (schema: ValueSource): boolean => schema.exportName !== undefined || schema.file === file;
  const members = classes.flatMap(({ node, module }) => {
    const recorded = recordClass(node, module, sources, isDecorated, canRead);
    return recorded === undefined
      ? []
      : [{ at: node.body.end - 1, code: formatRecordMember(imports.format(recorded)) }];
  });
  if (members.length === 0) return undefined;
  let written = '';
  let from = 0;
  for (const { at, code } of members.toSorted((one, other) => one.at - other.at)) {
    written += text.slice(from, at) + code;
    from = at;
  }
  written += text.slice(from);
  return [written, ...imports.statements].join('\n');
}

function formatRecordMember(record: string): string {
  // The preceding member may have no semicolon, and line separators would change the line numbers.
  const value = record.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
  return `;static [Symbol.for('${RECORD_KEY}')] = ${value};`;
}
