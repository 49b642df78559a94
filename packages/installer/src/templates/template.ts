import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import type { ConfigFile } from '../config/config-file.ts';
import { readDocument } from '../config/document.ts';
import type { ObjectNode } from '../config/json/tree.ts';
import { escapePointer } from '../config/pointers.ts';
import { displayPointer } from '../config/model.ts';
import { maskSecretCommands, secretStrings } from '../config/secret-strings.ts';
import { findMember, readDeclarations } from './declarations.ts';
import { templateFinding } from './finding-codes.ts';
import { findPatternUses, type Patterns } from './patterns.ts';
import type { Slot } from './slots.ts';
import { findUses } from './uses.ts';
import { environmentName, isSecretVariable, type Variable } from './variable.ts';

/** A template: a configuration with variables. */
export interface Template {
  /** The file with masked secrets. */
  readonly source: SourceText;
  readonly findings: readonly Diagnostic[];
  readonly variables: readonly Variable[];
  /** The strings of the configuration that contain variables, in file order. */
  readonly slots: readonly Slot[];
  /** Absent if the template cannot be read. */
  readonly configuration?: ObjectNode;
}

const FORM = '{"variables": {…}, "configuration": {…}}';

/**
 * Parses a template and checks its variables and their use. The values of a configuration are checked for each row.
 *
 * @param patterns strings outside of the template that contain variables, by the names that findings use for them
 */
export function readTemplate({ file, text }: ConfigFile, patterns: Patterns = {}): Template {
  const document = readDocument(file, text);
  const { root, findings: syntax } = document;
  const source = maskSecretCommands(document, secretStrings(root));
  const failed = (more: readonly Diagnostic[]): Template => ({
    source,
    findings: [...syntax, ...more],
    variables: [],
    slots: [],
  });
  if (root === undefined || syntax.some(({ severity }) => severity === 'error')) return failed([]);
  const shape = checkShape(source, root);
  const declarations = findMember(root, 'variables')?.value;
  const configuration = findMember(root, 'configuration')?.value;
  if (declarations?.kind !== 'object' || configuration?.kind !== 'object') return failed(shape);
  const { variables, findings } = readDeclarations(source, declarations);
  const declared = declarations.members.map(({ key }) => key);
  const uses = findUses(source, configuration, declared);
  const inPatterns = findPatternUses(source, patterns, declared);
  const used = new Set([...uses.slots.flatMap((slot) => slot.variables), ...inPatterns.variables]);
  const unused = variables.filter(({ name }) => !used.has(name) && !uses.misused.has(name));
  return {
    source,
    findings: [
      ...syntax,
      ...shape,
      ...findings,
      ...unused.map(({ name, range }) => describeUnused(source, name, range)),
      ...uses.findings,
      ...inPatterns.findings,
    ],
    variables,
    slots: uses.slots,
    configuration,
  };
}

function checkShape(source: SourceText, root: ObjectNode): Diagnostic[] {
  const at = ({ start, end }: OffsetRange): Pick<Diagnostic, 'file' | 'range'> => ({
    file: source.name,
    range: source.rangeAt(start, end),
  });
  const parts = ['variables', 'configuration'] as const;
  const brace = { start: root.start, end: root.start + 1 };
  if (parts.every((part) => findMember(root, part) === undefined)) {
    const message = 'the file has neither of the keys variables and configuration, so it is not a template';
    const hint = `write ${FORM}; a configuration without variables needs no template`;
    return [templateFinding('template-keys', { ...at(brace), pointer: '', message, hint })];
  }
  const found: Diagnostic[] = [];
  for (const part of parts) {
    const member = findMember(root, part);
    if (member?.value.kind === 'object') continue;
    found.push(
      templateFinding('template-keys', {
        ...at(member?.value ?? brace),
        pointer: member === undefined ? '' : `/${part}`,
        message: member === undefined ? `the template has no key ${part}` : `${part} is not an object`,
        hint: `write ${FORM}`,
      }),
    );
  }
  const keys = new Set<string>();
  for (const { key, keyRange } of root.members) {
    if (keys.has(key)) {
      const message = 'this key occurs twice in the template';
      const hint = 'remove one of them, because JSON parsers differ in which one they use';
      found.push(
        templateFinding('template-keys', {
          ...at(keyRange),
          pointer: displayPointer(`/${escapePointer(key)}`),
          message,
          hint,
        }),
      );
      continue;
    }
    keys.add(key);
    if (key === '$schema' || (parts as readonly string[]).includes(key)) continue;
    found.push(
      templateFinding('template-keys', {
        ...at(keyRange),
        pointer: displayPointer(`/${escapePointer(key)}`),
        message: 'a template has only the keys variables and configuration',
        hint: 'move this key into configuration, or remove it',
      }),
    );
  }
  return found;
}

function describeUnused(source: SourceText, name: string, { start, end }: OffsetRange): Diagnostic {
  const places = isSecretVariable(name)
    ? 'in the configuration'
    : `in the configuration, the target or the labels, or "$${environmentName(name)}" in a custom command`;
  return templateFinding('unused-variable', {
    file: source.name,
    pointer: `/variables/${escapePointer(name)}`,
    range: source.rangeAt(start, end),
    message: `the variable "${name}" is declared, but not used`,
    hint: `write "{{${name}}}" ${places}; or remove the variable and its column`,
  });
}
