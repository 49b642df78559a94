import { nearest, type Diagnostic, type OffsetRange, type SourceText } from '@writ/diagnostics';
import { finding, type Details, type RuleName } from '../config/finding-codes.ts';
import { readDocument } from '../config/document.ts';
import { suggest } from '../config/suggestion.ts';
import { limitFindings } from '../config/findings-limit.ts';
import type { JsonNode, Member, ObjectNode } from '../config/json/tree.ts';
import type { ProfileDefinition } from '../data/definition.ts';
import schema from './schema.json' with { type: 'json' };

/** The result of reading a profile definition. */
export interface ReadDefinition {
  /** Absent if a finding has severity `error`. */
  readonly definition?: ProfileDefinition;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
}

const { properties } = schema;
const namePattern = new RegExp(schema.$defs.names.items.pattern);
const lists = ['packages', 'package_groups', 'services', 'user_groups'] as const;
const choices = ['main', 'default_greeter'] as const;

/**
 * Rules that are reported even for a file that is not a definition, because their findings do not quote the
 * file.
 */
const fileRules: ReadonlySet<string | undefined> = new Set<RuleName>([
  'too-large',
  'wrong-encoding',
  'not-utf8',
  'too-deep',
  'empty-file',
  'not-an-object',
]);

/**
 * Checks a definition in JSON and reports all findings together. `profile.path` may refer to any file on the
 * machine, so the content of a file that is not a definition is masked.
 */
export function readDefinition(file: string, text: string | Uint8Array): ReadDefinition {
  const {
    source: read,
    masks,
    findings: faults,
    root,
    isForeign,
    bracketsWrong,
  } = readDocument(file, text, { isExpected: isDefinition });
  if (root === undefined || isForeign) {
    const known = faults.find(({ rule }) => fileRules.has(rule));
    return { findings: [known ?? missingPackages(read)], source: read };
  }
  const source = read.withMasks([...masks, ...unknownValues(root)]);
  const found: Diagnostic[] = [...faults];
  const report = (
    rule: RuleName,
    { start, end }: JsonNode | Member['keyRange'],
    words: FindingText,
  ): void => {
    found.push(finding(rule, { file: source.name, range: source.rangeAt(start, end), ...words }));
  };
  const values: Record<string, unknown> = {};
  for (const { key, keyRange, value } of root.members) {
    if (value.kind === 'invalid') values[key] = undefined;
    else if (isOneOf(key, lists)) values[key] = readNames(key, value, report);
    else if (isOneOf(key, choices)) values[key] = readChoice(key, value, report);
    else if (Object.hasOwn(properties, key)) {
      if (value.kind !== 'string') report('wrong-type', value, { message: `${key} must be a string` });
    } else if (!bracketsWrong) {
      const suggestion = nearest(key, Object.keys(properties));
      report('unknown-key', keyRange, {
        message: `${JSON.stringify(key)} is not a profile key`,
        ...(suggestion === undefined ? {} : suggest(suggestion)),
      });
    }
  }
  if (!Object.hasOwn(values, 'packages') && !bracketsWrong) {
    report(
      'missing-key',
      { ...root, end: root.start + 1 },
      {
        message: 'the profile has no packages',
        hint: 'add "packages": ["…"], or [] for none',
      },
    );
  }
  if (found.some(({ severity }) => severity === 'error'))
    return { findings: limitFindings(found, 0), source };
  const definition = { main: 'custom', ...values } as unknown as ProfileDefinition;
  return { definition, findings: found, source };
}

/** Whether the object contains the required key `packages`, correctly spelled or not. */
function isDefinition({ members }: ObjectNode): boolean {
  return members.some(({ key }) => nearest(key, ['packages']) !== undefined);
}

function missingPackages(source: SourceText): Diagnostic {
  return finding('missing-key', {
    file: source.name,
    range: source.rangeAt(0, 0),
    message: 'the file is not a profile definition: it has no packages',
    hint: 'add "packages": ["…"], or [] for none',
  });
}

/** Returns the ranges of values to mask: those of keys that are neither known nor resemble a known key. */
function unknownValues({ members }: ObjectNode): OffsetRange[] {
  return members
    .filter(
      ({ key }) => !Object.hasOwn(properties, key) && nearest(key, Object.keys(properties)) === undefined,
    )
    .map(({ value: { start, end } }) => ({ start, end }));
}

type FindingText = Pick<Details, 'message' | 'expected' | 'hint' | 'correction'>;
type Report = (rule: RuleName, node: JsonNode, words: FindingText) => void;

function isOneOf<T extends string>(key: string, keys: readonly T[]): key is T {
  return (keys as readonly string[]).includes(key);
}

function readNames(key: string, node: JsonNode, report: Report): string[] {
  const expected = 'a list of names, such as ["openssh", "git"]';
  if (node.kind !== 'array') {
    report('wrong-type', node, { message: `${key} must be a list`, expected });
    return [];
  }
  return node.items.flatMap((item) => {
    if (item.kind === 'invalid') return [];
    if (item.kind === 'string' && namePattern.test(String(item.value))) return [String(item.value)];
    const message =
      item.kind === 'string'
        ? `${displayNode(item)} in ${key} is not a valid name`
        : `each entry of ${key} must be a string`;
    const isString = item.kind === 'string';
    const hasWhitespace = isString && /\S\s+\S/.test(String(item.value));
    const name = hasWhitespace ? 'one name per entry' : 'a name, such as "openssh"';
    report(isString ? 'not-allowed' : 'wrong-type', item, { message, expected: isString ? name : expected });
    return [];
  });
}

function readChoice(key: (typeof choices)[number], node: JsonNode, report: Report): unknown {
  const allowed: readonly (string | null)[] = properties[key].enum;
  if (node.kind !== 'object' && node.kind !== 'array' && allowed.some((value) => value === node.value)) {
    return node.value;
  }
  const names = allowed.flatMap((value) => value ?? []);
  const suggestion =
    node.kind === 'string' ? nearest(String((node as { value: unknown }).value), names) : undefined;
  report('not-allowed', node, {
    message: `${displayNode(node)} is not a valid value for ${key}`,
    expected: names.join(', '),
    ...(suggestion === undefined ? {} : suggest(suggestion)),
  });
  return undefined;
}

function displayNode(node: JsonNode): string {
  if (node.kind === 'object') return 'an object';
  if (node.kind === 'array') return 'a list';
  const text = JSON.stringify(node.value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
