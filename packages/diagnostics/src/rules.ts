import type { Diagnostic, Severity } from './diagnostic.ts';

/** A rule as declared in a table. */
export interface RuleDeclaration {
  /** Stable, searchable code, such as `W2003`. A code is never reused for another rule. */
  readonly code: `W${number}`;
  /** Severity of its findings. */
  readonly severity: Severity;
  /** A second severity, for findings at certain locations. */
  readonly also?: Severity;
  /** The requirement that the rule checks, as a sentence with "must" or "should". */
  readonly title: string;
}

/** A rule with its name and its anchor in the reference. */
export interface Rule extends RuleDeclaration {
  /** Name, such as `duplicate-route`. */
  readonly name: string;
  /** Anchor in docs/reference/findings.md, such as `w2003-duplicate-route`. */
  readonly anchor: string;
}

/** The rules of a package, by name. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/**
 * Declares the rules of a package: code, severity and title by name. The reference page of all findings is generated
 * from these tables.
 *
 * @throws Error when two rules have the same code
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
    if (other !== undefined) throw new Error(`the rules ${other} and ${name} have the same code, ${code}`);
    byCode.set(code, name);
    rules[name] = { ...declaration, name, anchor: ruleAnchor(code, name) };
  }
  return rules as Rules<Name>;
}

/** Returns the anchor of a rule in docs/reference/findings.md. */
export function ruleAnchor(code: string, name: string): string {
  return `${code.toLowerCase()}-${name}`;
}

/**
 * Returns the members of a finding that come from its rule. Pass `severity` for a finding with the rule's second
 * severity.
 */
export function ruleMembers(
  rule: Rule,
  severity: Severity = rule.severity,
): Required<Pick<Diagnostic, 'code' | 'rule' | 'severity'>> {
  return { code: rule.code, rule: rule.name, severity };
}
