import type { Mark } from '../../../editor/schema-editor.ts';
import type { Finding, Severity } from '../../api/answers.ts';
import type { Words } from '../../words/english.ts';

type FindingWords = Words['findings'];

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** The number of findings by severity in words. */
export function summarizeFindings(findings: readonly Finding[], words: FindingWords): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [words.counts[severity](count)];
  });
  return parts.join(', ') || words.none;
}

/** The code and rule of a finding. */
export function labelFinding({ code, rule }: Finding): string {
  return [code, rule].filter(Boolean).join(' ');
}

/** The underlined range of a finding with its explanation; none if it concerns the whole file. */
export function toMarks(finding: Finding, words: FindingWords): Mark[] {
  const { code, range, severity, message, expected, hint } = finding;
  if (range === undefined) return [];
  const more = [expected === undefined ? undefined : words.expected(expected), hint];
  return [
    {
      start: range.start.offset,
      end: range.end.offset,
      severity,
      message: [words.titleOf(code), message, ...more].filter(Boolean).join('\n'),
      source: labelFinding(finding),
    },
  ];
}
