import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderJson, renderText, toReport } from '@writ/diagnostics';
import { checkConfiguration } from '@writ/installer/check';
import { describe, expect, it } from 'vitest';

// WRIT_SAMPLES specifies a folder of real files, which cannot be published, with an INDEX.json that lists their errors.
const samples = process.env['WRIT_SAMPLES'];

interface Sample {
  readonly file: string;
  readonly why: readonly string[];
  readonly unknownKeys: readonly string[];
}

describe.skipIf(samples === undefined)('the real file', () => {
  const root = samples ?? '.';
  const files = samples === undefined ? [] : readdirSync(root).filter((file) => file.endsWith('.json'));
  const index = files.includes('INDEX.json')
    ? (JSON.parse(readFileSync(join(root, 'INDEX.json'), 'utf8')) as Sample[])
    : [];

  describe.each(files.filter((file) => file !== 'INDEX.json'))('%s', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const checked = checkConfiguration({ config: { file, text } });
    const report = toReport(file, checked.findings);
    const sample = index.find((entry) => entry.file === file);
    const renderedFindings = report.findings
      .map(({ rule, pointer, message }) => `${rule} ${pointer ?? ''} ${message}`)
      .join('\n');
    const bracketsWrong = /^(missing|extra|wrong)-bracket/m.test(renderedFindings);

    it('has distinct findings with locations', () => {
      for (const { range, message } of report.findings) {
        expect(range, message).toBeDefined();
        expect(range!.end.offset).toBeLessThanOrEqual(text.length);
      }
      const places = report.findings.map(({ rule, range, message }) =>
        [rule, range!.start.offset, rule === 'missing-key' ? message : ''].join(' '),
      );
      expect(places).toEqual([...new Set(places)]);
    });

    it('has the findings that the index lists', () => {
      for (const why of sample?.why ?? []) {
        if (bracketsWrong && /missing|neither/.test(why)) continue;
        const found = expectedMessage(why);
        if (found !== undefined) expect(renderedFindings, why).toMatch(found);
      }
      for (const key of sample?.unknownKeys ?? []) expect(renderedFindings).toContain(`"${key}"`);
      if (sample !== undefined) expect(report.valid).toBe(false);
    });

    it('reveals no secret', () => {
      const printed =
        renderText(checked.findings, { source: () => checked.sources[0] }) +
        renderJson(file, checked.findings);
      for (const [, secret = ''] of text.matchAll(
        /"(?:![^"]*|[^"]*(?:pass|psk|token|enc_)[^"]*)"\s*:\s*"([^"]{3,})"/g,
      )) {
        expect(printed.includes(secret), 'a secret').toBe(false);
      }
    });
  });
});

/** The pattern of the finding for an error in the index; undefined if Writ accepts the input. */
function expectedMessage(why: string): RegExp | undefined {
  const [, missing] = /^missing required key (\S+)$/.exec(why) ?? [];
  if (missing !== undefined) return new RegExp(`^missing-key .*${missing}`, 'm');
  if (why.startsWith('neither')) return /^no-credentials/m;
  if (why.startsWith('!users: array')) return undefined;
  const [, key, kind] = /^(\S+): (null|string|array|value)/.exec(why) ?? [];
  const rule = { null: 'null-is-absent', string: 'wrong-type', array: 'wrong-type', value: 'not-allowed' }[
    kind ?? ''
  ];
  if (key !== undefined && rule !== undefined) return new RegExp(`^${rule} /${key} `, 'm');
  // For syntax errors, the index contains only approximate line numbers.
  return /^(trailing-comma|missing-comma|extra-bracket|second-object|control-character|missing-value|text-after-object)/m;
}
