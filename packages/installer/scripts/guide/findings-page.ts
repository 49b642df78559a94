import { codes, type RuleName } from '../../src/config/codes.ts';
import { refusalCodes, type RefusalRule } from '../../src/refusal.ts';
import type { FoundAt } from './faults.ts';
import { refusals, remedies } from './remedies.ts';

const head = `# Every finding

A finding has a code that never changes its meaning, a rule, a severity and a place. [Severities](severities.md) says what each severity does. The messages are examples: those that the check gives say the names and values of your file.
`;

/** The groups of codes, by their first three characters. */
const groups: Readonly<Record<string, string>> = {
  W10: 'The text',
  W11: 'Keys and values',
  W12: 'What cannot be installed',
  W13: 'What is probably not meant',
  W14: 'Without effect',
  W15: 'Machine, options and profile',
  W16: 'Targets',
  W17: 'Mirrors and packages',
  W18: 'Consent and resuming',
  W19: 'Notes of a conversion',
};

interface Entry {
  readonly code: string;
  readonly text: string;
}

export function anchorOf(code: string, rule: string): string {
  return `${code.toLowerCase()}-${rule}`;
}

export function findingsPage(found: readonly FoundAt[]): string {
  const entries = [
    ...(Object.keys(codes) as RuleName[]).map((rule) => checked(rule, found)),
    ...(Object.keys(refusalCodes) as RefusalRule[]).map(refused),
  ].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const sections = Object.entries(groups).map(([group, title]) =>
    [`## ${title}\n`, ...entries.filter(({ code }) => code.startsWith(group)).map(({ text }) => text)].join(
      '\n',
    ),
  );
  return [head, ...sections].join('\n');
}

function checked(rule: RuleName, found: readonly FoundAt[]): Entry {
  const { code, severity, title } = codes[rule];
  const example = found.find(({ finding }) => finding.rule === rule)?.finding;
  return entry(code, rule, severity, `Rule: ${title}`, remedies[rule], example?.message);
}

function refused(rule: RefusalRule): Entry {
  const { meaning, fix, severity = 'error' } = refusals[rule];
  return entry(refusalCodes[rule], rule, severity, `Meaning: ${meaning}`, fix);
}

function entry(
  code: string,
  rule: string,
  severity: string,
  says: string,
  fix: string,
  example?: string,
): Entry {
  const lines = [
    `### ${code} ${rule}`,
    '',
    `- Severity: ${severity}`,
    `- ${says}`,
    ...(example === undefined ? [] : [`- Message, for example: ${asCode(example)}`]),
    `- What to do: ${fix}`,
    '',
  ];
  return { code, text: lines.join('\n') };
}

/** With as many backticks around it as it takes. */
function asCode(text: string): string {
  const marks = text.includes('`') ? '``' : '`';
  return `${marks}${text}${marks}`;
}
