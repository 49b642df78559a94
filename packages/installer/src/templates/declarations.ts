import { nearest, type Diagnostic, type OffsetRange, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { JsonNode, Member, ObjectNode } from '../config/json/tree.ts';
import { escapePointer } from '../config/pointers.ts';
import { isSecretKey } from '../config/secrets.ts';
import { describeValueType, joinWithOr } from '../config/wording.ts';
import { displayColumn } from './display-column.ts';
import { templateFinding } from './finding-codes.ts';
import {
  isSecretVariable,
  isVariableName,
  MAX_LENGTH,
  VARIABLE_TYPES,
  type Variable,
  type VariableType,
} from './variable.ts';

/** Maximum number of variables. */
const MAX_VARIABLES = 100;

/** The members of a declaration in addition to `type`, by type. */
const MEMBERS: Readonly<Record<VariableType, readonly string[]>> = {
  hostname: [],
  ip: [],
  prefix: [],
  mac: [],
  enum: ['values'],
  integer: ['minimum', 'maximum'],
  text: ['pattern', 'min-length', 'max-length'],
};

/** The variables of a template, and the findings about their declarations. */
export interface Declarations {
  readonly variables: readonly Variable[];
  readonly findings: readonly Diagnostic[];
}

/** Reads the declarations of a template's variables. A variable with an invalid declaration is omitted. */
export function readDeclarations(source: SourceText, { members }: ObjectNode): Declarations {
  const findings: Diagnostic[] = [];
  const names = new Set<string>();
  const variables = members.flatMap((member) => {
    const before = findings.length;
    const report: Report = (message, hint, { start, end } = member.keyRange) => {
      const pointer = `/variables/${escapePointer(member.key)}`;
      const range = source.rangeAt(start, end);
      findings.push(
        templateFinding('variable-declaration', { file: source.name, pointer, range, message, hint }),
      );
    };
    const variable = readVariable(member, report);
    if (names.has(member.key))
      report(`the variable ${displayColumn(member.key)} is declared twice`, 'remove one of the declarations');
    names.add(member.key);
    if (names.size === MAX_VARIABLES + 1)
      report(`the template has more than ${MAX_VARIABLES} variables`, 'remove some of them');
    return variable === undefined || findings.length > before ? [] : [variable];
  });
  return { variables, findings };
}

/** Reports a declaration. The default range is the variable's name. */
type Report = (message: string, hint: string, range?: OffsetRange) => void;

function readVariable({ key, keyRange, value }: Member, report: Report): Variable | undefined {
  if (!isVariableName(key)) {
    report(
      'the name of the variable is invalid',
      'use up to 32 lower-case letters, digits and underscores, beginning with a letter; begin the name with ! if the values are secrets',
    );
  } else if (!isSecretVariable(key) && isSecretKey(key)) {
    report(
      `the name of the variable "${key}" suggests a secret, but its values would be printed`,
      `call the variable and its column "!${key}"`,
    );
  }
  if (value.kind !== 'object') {
    report('the declaration is not an object', 'write an object such as {"type": "hostname"}', value);
    return undefined;
  }
  const type = findMember(value, 'type')?.value;
  if (type?.kind !== 'string' || !isType(type.value)) {
    report(
      type === undefined ? 'the declaration has no type' : 'the type of the variable is unknown',
      `use the type ${joinWithOr(VARIABLE_TYPES)}`,
      type,
    );
    return undefined;
  }
  if (isSecretVariable(key) && type.value !== 'text')
    report('a secret must have the type text', 'write "type": "text"', type);
  const allowed = ['type', ...MEMBERS[type.value]];
  for (const inner of value.members) {
    if (allowed.includes(inner.key)) continue;
    const close = nearest(inner.key, allowed);
    report(
      `the type ${type.value} has no member ${JSON.stringify(inner.key)}`,
      close === undefined ? `it has ${joinWithOr(allowed)}` : `did you mean ${JSON.stringify(close)}?`,
      inner.keyRange,
    );
  }
  const minimum = readInteger(value, 'minimum', report);
  const maximum = readInteger(value, 'maximum', report);
  const minLength = readInteger(value, 'min-length', report, 1);
  const maxLength = readInteger(value, 'max-length', report, 1);
  for (const [low, high] of [
    [minimum, maximum],
    [minLength, maxLength],
  ]) {
    if (low !== undefined && high !== undefined && low > high)
      report('the minimum is greater than the maximum', 'swap the two numbers');
  }
  const values = type.value === 'enum' ? readValues(value, report) : undefined;
  const pattern = type.value === 'text' ? readPattern(value, report) : undefined;
  return {
    name: key,
    type: type.value,
    range: keyRange,
    ...defined({ values, minimum, maximum, pattern, minLength, maxLength }),
  };
}

function isType(value: unknown): value is VariableType {
  return (VARIABLE_TYPES as readonly unknown[]).includes(value);
}

/** @param least the minimum of a length, which is at most {@link MAX_LENGTH}; absent if the number is not a length */
function readInteger(node: ObjectNode, key: string, report: Report, least?: number): number | undefined {
  const value = findMember(node, key)?.value;
  if (value === undefined) return undefined;
  const number = value.kind === 'number' ? Number(value.value) : Number.NaN;
  const isLength = least !== undefined;
  if (Number.isSafeInteger(number) && (!isLength || (number >= least && number <= MAX_LENGTH))) return number;
  report(
    `${key} is ${describeNode(value)}, but must be ${isLength ? `a whole number from ${least} to ${MAX_LENGTH}` : 'a whole number'}`,
    `write a number, or remove ${key}`,
    value,
  );
  return undefined;
}

function readValues(node: ObjectNode, report: Report): readonly string[] | undefined {
  const list = findMember(node, 'values')?.value;
  const items = list?.kind === 'array' ? list.items : [];
  const values = items.flatMap((item) => (item.kind === 'string' ? [String(item.value)] : []));
  if (values.length > 0 && values.length === items.length && !values.includes('')) return values;
  report(
    'an enum must list its values',
    'write "values": ["first", "second"], with at least one string and no empty ones',
    list,
  );
  return undefined;
}

function readPattern(node: ObjectNode, report: Report): string | undefined {
  const value = findMember(node, 'pattern')?.value;
  if (value === undefined) return undefined;
  if (value.kind === 'string' && isPattern(String(value.value))) return String(value.value);
  report('the pattern is not a valid regular expression', 'write a string such as "[a-z]+"', value);
  return undefined;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function describeNode(node: JsonNode): string {
  if (node.kind === 'object') return 'an object';
  return node.kind === 'array' ? 'a list' : describeValueType(node.value);
}

/** Returns the member of an object with a key. If the key is repeated, returns the last one, as JSON.parse does. */
export function findMember({ members }: ObjectNode, key: string): Member | undefined {
  return members.findLast((member) => member.key === key);
}
