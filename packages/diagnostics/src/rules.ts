import type { Diagnostic, Severity } from './diagnostic.ts';

/** A rule as a table declares it. */
export interface RuleDeclaration {
  /** Stable and searchable, such as `W2003`. A code is never given to another rule. */
  readonly code: `W${number}`;
  readonly severity: Severity;
  /** Severity of some of its findings, which their place gives them. */
  readonly also?: Severity;
  /** What the rule demands, in one sentence. */
  readonly title: string;
}

/** A rule with its name and its place in the reference. */
export interface Rule extends RuleDeclaration {
  /** Name in words, such as `duplicate-route`. */
  readonly name: string;
  /** Anchor in docs/reference/findings.md, such as `w2003-duplicate-route`. */
  readonly anchor: string;
}

/** The rules of a package, by name. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/**
 * The rules of a package by name: the one place for code, severity and title. The reference page of all findings is
 * generated from these tables.
 *
 * @throws Error when two rules have one code.
 */
export function defineRules<const Name extends string>(
  declarations: Readonly<Record<Name, RuleDeclaration>>,
): Rules<Name> {
  const rules: Partial<Record<Name, Rule>> = {};
  const byCode = new Map<string, Name>();
  for (const name in declarations) {
    const declaration = declarations[name];
    const { code } = declaration;
    const other = byCode.get(code);
    if (other !== undefined) throw new Error(`the rules ${other} and ${name} have one code, ${code}`);
    byCode.set(code, name);
    rules[name] = { ...declaration, name, anchor: ruleAnchor(code, name) };
  }
  return rules as Rules<Name>;
}

/** Where docs/reference/findings.md speaks of a rule. */
export function ruleAnchor(code: string, name: string): string {
  return `${code.toLowerCase()}-${name}`;
}

/** The members that a finding takes from its rule. `severity`: that of this finding, when the rule has two. */
export function ruleMembers(
  rule: Rule,
  severity: Severity = rule.severity,
): Required<Pick<Diagnostic, 'code' | 'rule' | 'severity'>> {
  return { code: rule.code, rule: rule.name, severity };
}
