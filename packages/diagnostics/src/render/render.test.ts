import { describe, expect, it } from 'vitest';
import {
  compareByLocation,
  renderJson,
  renderText,
  SourceText,
  summarize,
  toProblem,
  type Diagnostic,
} from '../index.ts';

const text = '{\n  "kernels": ["linux"],\n  "bootloader": "grub"\n}\n';
const source = new SourceText('disk.json', text);
const at = text.indexOf('"grub"');
const finding: Diagnostic = {
  code: 'W1101',
  rule: 'not-allowed',
  severity: 'error',
  message: '"grub" is not a boot loader',
  file: 'disk.json',
  pointer: '/bootloader',
  range: source.rangeAt(at, at + 6),
  expected: '"systemd-bootctl", "grub-install" or "efistub"',
  hint: 'did you mean "grub-install"?',
  replacement: { range: source.rangeAt(at, at + 6), text: '"grub-install"' },
  related: [{ message: 'first given here', file: 'other.json', range: source.rangeAt(0, 1) }],
};

describe('renderText', () => {
  it('prints every member of a finding, with an excerpt of the source', () => {
    expect(renderText([finding], { source: () => source })).toBe(
      [
        'disk.json:3:17: error W1101 not-allowed: "grub" is not a boot loader',
        '  2 |   "kernels": ["linux"],',
        '  3 |   "bootloader": "grub"',
        '    |                 ^^^^^^',
        '    expected: "systemd-bootctl", "grub-install" or "efistub"',
        '    hint: did you mean "grub-install"?',
        '    other.json:1:1: first given here',
        '',
      ].join('\n'),
    );
  });

  it('uses colours only with the option color', () => {
    expect(renderText([finding], { source: () => source, color: true })).toContain('\u001b[31m');
    expect(renderText([finding], { source: () => source })).not.toContain('\u001b');
  });

  it('prints findings without a location or a source', () => {
    expect(renderText([{ code: 'W1', severity: 'note', message: 'as it is' }])).toBe('note W1: as it is\n');
    expect(renderText([finding])).not.toContain('|');
  });

  it('truncates a long line to the part around the caret', () => {
    const long = new SourceText('a', `${' '.repeat(5000)}x${' '.repeat(5000)}`);
    const [, row = '', caret = ''] = renderText(
      [{ code: 'W1', severity: 'error', message: 'm', file: 'a', range: long.rangeAt(5000, 5001) }],
      { source: () => long },
    ).split('\n');
    expect(row.length).toBeLessThan(140);
    expect(row[caret.indexOf('^')]).toBe('x');
  });

  it('aligns the caret with its character after tabs and secrets', () => {
    const tabs = new SourceText('a', '\t"p": "secret", "y"', [{ start: 7, end: 13 }]);
    const y = tabs.text.indexOf('"y"');
    const rows = renderText(
      [{ code: 'W1', severity: 'error', message: 'm', file: 'a', range: tabs.rangeAt(y, y + 3) }],
      { source: () => tabs },
    ).split('\n');
    expect(rows[1]).not.toContain('secret');
    expect(rows[1]!.slice(rows[2]!.indexOf('^'))).toBe('"y"');
    expect(rows[2]).toContain('| \t');
  });

  it('marks a range of several lines only up to the end of the first line', () => {
    const range = source.rangeAt(0, text.length);
    const rows = renderText([{ ...finding, range }], { source: () => source }).split('\n');
    expect(rows.slice(1, 3)).toEqual(['  1 | {', '    | ^']);
  });

  it('replaces control characters of the input', () => {
    const output = renderText([
      { code: 'W1', severity: 'error', message: 'x\u001b[2Jy', hint: '\u0007', file: 'f\u001bg' },
    ]);
    expect([...'\u001b\u0007'].filter((character) => output.includes(character))).toEqual([]);
  });
});

describe('functions for reports:', () => {
  it('renderJson reports one file with its findings', () => {
    const report = JSON.parse(renderJson('disk.json', [finding])) as Record<string, unknown>;
    expect(report).toMatchObject({
      file: 'disk.json',
      valid: false,
      findings: [
        {
          code: 'W1101',
          anchor: 'w1101-not-allowed',
          pointer: '/bootloader',
          range: { start: { line: 3, column: 17, offset: at } },
          replacement: { range: { start: { offset: at } }, text: '"grub-install"' },
        },
      ],
    });
    expect(renderJson('a', [{ code: 'W', severity: 'warning', message: 'm' }])).toContain('"valid": true');
  });

  it('toProblem returns the members of an RFC 9457 problem document', () => {
    expect(toProblem([finding])).toEqual({
      detail: '1 error',
      errors: [
        {
          code: 'W1101',
          anchor: 'w1101-not-allowed',
          detail: finding.message,
          severity: 'error',
          pointer: '/bootloader',
          range: finding.range,
          expected: finding.expected,
          hint: finding.hint,
          replacement: finding.replacement,
        },
      ],
    });
  });

  it('summarize counts findings by severity', () => {
    const note: Diagnostic = { code: 'N', severity: 'note', message: 'm' };
    expect(summarize([finding, note, note])).toBe('1 error, 2 notes');
    expect(summarize([])).toBe('no findings');
  });

  it('compareByLocation sorts by file, then location, then severity', () => {
    const note: Diagnostic = { ...finding, severity: 'note', code: 'same location' };
    const first: Diagnostic = { ...finding, range: source.rangeAt(0, 1), code: 'first' };
    const whole: Diagnostic = { code: 'no location', severity: 'warning', message: 'm', file: 'disk.json' };
    expect([note, finding, first, whole].toSorted(compareByLocation).map(({ code }) => code)).toEqual([
      'no location',
      'first',
      'W1101',
      'same location',
    ]);
  });
});
