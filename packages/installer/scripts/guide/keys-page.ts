import type { Rule } from '@writ/diagnostics';
import { CONFIG_RULES, type RuleName } from '../../src/config/finding-codes.ts';
import { explainKey, type Explanation } from '../../src/config/explain.ts';
import { knownKeys } from '../../src/config/schema-view.ts';
import { REFUSAL_RULES, type RefusalRule } from '../../src/finding-codes.ts';
import type { FoundAt } from './faults.ts';
import { formatJson } from './format-json.ts';
import { setValueAt } from './place.ts';
import { foundLater } from './found-later.ts';

const head = `# Every key

This page is generated from the JSON Schema (\`writ schema\`) and the findings of \`writ check\`; \`writ schema explain KEY\` prints the same information about one key. \`bonds\`, \`custom\`, \`custom-commands\`, \`early\`, \`error\`, \`nics\`, \`partitions\`, \`repositories\`, \`subvolumes\` and \`vlans\` are lists, and their nested keys belong to the list entries; \`!users\` is one object or a list of objects; NAME represents a key that you choose. A key with the value \`null\` is ignored, as if it were not present.

Each example contains the key and the keys that it requires. A complete file must also contain [the required keys](first-plan.md).
`;

/** Renders the page with one section for each key, in schema order. */
export function keysPage(found: readonly FoundAt[]): string {
  const keys = knownKeys().map(({ path }) => path);
  return [head, ...keys.map((path) => keySection(path, found))].join('\n');
}

function keySection(path: readonly string[], found: readonly FoundAt[]): string {
  const name = path.join('.');
  const { explanations } = explainKey(name);
  const [of] = explanations;
  if (of === undefined) throw new Error(`no explanation of ${name}`);
  const causes = found
    .flatMap(({ finding, key }) => (key === name ? [finding.rule as RuleName] : []))
    .toSorted((a, b) => (CONFIG_RULES[a].code < CONFIG_RULES[b].code ? -1 : 1));
  const later = foundLater[name] ?? [];
  return [
    `## ${name}`,
    '',
    of.meaning,
    '',
    `- Values: ${of.values.map(formatValue).join(', ')}`,
    ...whenAbsent(of).map((line) => `- ${line}`),
    ...(of.secret ? ['- A secret: never printed, and not part of any digest ([secrets](secrets.md))'] : []),
    `- Since schema ${of.since}`,
    ...(of.keys.length > 0 ? [`- Keys: ${directKeys(of).map(keyLink).join(', ')}`] : []),
    `- Findings: ${causes.map((rule) => toFinding(CONFIG_RULES[rule])).join(', ')}`,
    ...findingsOf(
      'plan and install',
      later.filter((rule) => !byInstall(rule)),
    ),
    ...findingsOf('install alone', later.filter(byInstall)),
    '',
    ...exampleOf(path, of),
  ].join('\n');
}

function findingsOf(commands: string, rules: readonly RefusalRule[]): string[] {
  if (rules.length === 0) return [];
  return [`- Found by ${commands}: ${rules.map((rule) => toFinding(REFUSAL_RULES[rule])).join(', ')}`];
}

/** Whether only an installation checks a rule, such as the rules about packages, secrets and consent. */
function byInstall(rule: RefusalRule): boolean {
  return rule === 'secret-missing' || /^W1[78]/.test(REFUSAL_RULES[rule].code);
}

function toFinding({ code: number, name, anchor }: Rule): string {
  return `[${number} ${name}](../../reference/findings.md#${anchor})`;
}

/** Formats a value as code. Descriptions of values are unchanged. */
function formatValue(text: string): string {
  return text.startsWith('"') ? `\`${text}\`` : text;
}

function whenAbsent({
  key,
  required,
  requiredWhen,
  default: byDefault,
  absent,
  absentWhen,
}: Explanation): string[] {
  if (required) return ['Required'];
  if (key === '!root-password' || key === '!users')
    return [
      'Required, unless the configuration contains the other of the two keys `!root-password` and `!users`',
    ];
  if (byDefault !== undefined) return [`Default: \`${byDefault}\``];
  const effect =
    absent === undefined ? [] : [`Absent${absentWhen === undefined ? '' : ` ${absentWhen}`}: ${absent}`];
  const lines = [...(requiredWhen === undefined ? [] : [requiredWhen]), ...effect];
  return lines.length === 0 ? ['Absent: no effect'] : lines;
}

function directKeys({ key, keys }: Explanation): string[] {
  return keys.filter(
    (inner) =>
      !inner
        .slice(key.length + 1)
        .replace(/^NAME\./, '')
        .includes('.'),
  );
}

function keyLink(key: string): string {
  return `[${key.split('.').at(-1)}](#${key.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')})`;
}

function exampleOf(path: readonly string[], { examples }: Explanation): string[] {
  const [first] = examples;
  if (first === undefined) throw new Error(`${path.join('.')} has no example`);
  // An account requires a user with its name.
  const isAccount = path[1] === 'accounts';
  const keys = path.map((key) => (key === 'NAME' ? 'ada' : key));
  const users = isAccount ? { '!users': { username: 'ada' } } : {};
  return ['```json', formatJson(setValueAt(users, keys, JSON.parse(first))), '```', ''];
}
