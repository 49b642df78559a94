import { nearest, type Diagnostic } from '@writ/diagnostics';
import { rangeOf, type ModuleSource } from '@writ/source';
import type { PoliciesModule } from '../discovery/policies-module.ts';
import type { Namespace } from '../discovery/import-modules.ts';
import { finding, type Rule } from '../finding-codes.ts';
import { isFilterValue, isPolicy, POLICY_NAMES } from '../policies/policy-filters.ts';
import type { PolicyFolder } from '../policies/policy-folder.ts';
import { isWrittenUndefined } from '../policies/written-undefined.ts';

/** Reads the exports of a `_policies` module, and reports exports that are not policies, because they protect nothing. */
export function readPolicyFolder(
  { prefix, segments }: PoliciesModule,
  source: ModuleSource,
  namespace: Namespace,
): { readonly folder: PolicyFolder; readonly diagnostics: readonly Diagnostic[] } {
  const file = source.text.name;
  const locateExport: PolicyFolder['locateExport'] = (name) => {
    const exported = source.exports.get(name);
    return exported === undefined ? { file } : { file, range: rangeOf(source.text, exported) };
  };
  const report = (rule: Rule, name: string, message: string, hint: string): Diagnostic =>
    finding(rule, message, { ...locateExport(name), hint });

  const policies = Object.fromEntries(
    Object.entries(namespace).filter(([name]) => POLICY_NAMES.some((each) => each === name)),
  );
  const diagnostics = Object.entries(namespace).flatMap(([name, value]) => {
    if (name.startsWith('_')) return [];
    if (Object.hasOwn(policies, name)) {
      if (value !== undefined || declaresUndefined(name, source)) return [];
      const hint = `to remove the policy of wider folders, write export const ${name} = undefined`;
      return [report('policy', name, `the export ${name} is undefined, so it has no effect`, hint)];
    }
    return [unknownExport(name, value, report)];
  });
  if (Object.keys(policies).length === 0 && diagnostics.length === 0) {
    const names = POLICY_NAMES.join(', ');
    const details = {
      file,
      hint: `export a policy, such as export const auth = …; the policies are ${names}`,
    };
    diagnostics.push(finding('policy-unused', 'the module exports no policy, so it has no effect', details));
  }
  return { folder: { prefix, segments, file, policies, locateExport }, diagnostics };
}

function declaresUndefined(name: string, source: ModuleSource): boolean {
  const exported = source.exports.get(name);
  const declarator = exported && 'local' in exported ? source.constants.get(exported.local) : undefined;
  return declarator !== undefined && isWrittenUndefined(declarator.init, declarator.id.typeAnnotation);
}

function unknownExport(
  name: string,
  value: unknown,
  report: (rule: Rule, name: string, message: string, hint: string) => Diagnostic,
): Diagnostic {
  if (name === 'default') {
    const hint = 'export each policy by its name: export const auth = …';
    return report(
      'policy-misspelled',
      name,
      'the default export is not a policy, so it protects nothing',
      hint,
    );
  }
  const fitting = nearest(
    name,
    POLICY_NAMES.filter((each) => isPolicy(each, value)),
  );
  const otherwise = `begin the names of other exports with "_", or move them to another module`;
  const suggestion = fitting ?? nearest(name, POLICY_NAMES);
  const hint = suggestion === undefined ? otherwise : `did you mean ${suggestion}? Otherwise, ${otherwise}`;
  return fitting !== undefined || isFilterValue(value)
    ? report('policy-misspelled', name, `the export ${name} is not a policy, so it protects nothing`, hint)
    : report('static-unknown', name, `the export ${name} is not a policy`, hint);
}
