import { SourceText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { checkVersions, readChangelog } from './check-release.ts';
import { renderNotes } from './render-notes.ts';

const manifest = (content: object): SourceText =>
  new SourceText('packages/http/package.json', JSON.stringify(content, null, 2));
const changelog = (text: string): SourceText => new SourceText('CHANGELOG.md', `# Changelog\n\n${text}\n`);
const report = (
  findings: readonly {
    readonly range?: { readonly start: { readonly line: number } };
    readonly message: string;
  }[],
): string[] => findings.map(({ range, message }) => `${range?.start.line}: ${message}`);

describe('checkVersions', () => {
  it('accepts manifests with the released version', () => {
    const source = manifest({ version: '1.2.0', dependencies: { '@writ/source': '1.2.0', zod: '4.0.0' } });
    expect(checkVersions([source], '1.2.0')).toEqual([]);
  });

  it("reports each different version, and each different dependency on one of Writ's packages, with its line", () => {
    const source = manifest({ version: '1.1.0', peerDependencies: { '@writ/source': '1.1.0' } });
    expect(report(checkVersions([source], '1.2.0'))).toEqual([
      '4: "@writ/source" is "1.1.0", but the release is 1.2.0',
      '2: "version" is "1.1.0", but the release is 1.2.0',
    ]);
  });

  it('reports a manifest without a version', () => {
    expect(report(checkVersions([manifest({})], '1.2.0'))).toEqual([
      '1: "version" is missing, but the release is 1.2.0',
    ]);
  });
});

describe('readChangelog', () => {
  it('returns the date and the notes of the specified version, and of no other', () => {
    const text = '## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n- new\n\n## [1.1.0] - 2026-01-01\n\n- old';
    expect(readChangelog(changelog(text), '1.2.0')).toEqual({
      section: { date: '2026-11-22', notes: '- new' },
      findings: [],
    });
  });

  it.each([
    ['## [Unreleased]\n\n- new', ['3: changes are listed as unreleased', '1: there is no section for 1.2.0']],
    ['## [1.2.0]\n\n- new', ['3: the section of 1.2.0 has no date']],
    ['## [1.2.0] - 2026-13-45\n\n- new', ['3: the section of 1.2.0 has no date']],
    ['## [1.2.0] - 2026-11-22\n\n## [1.1.0] - 2026-01-01\n\n- old', ['3: the section of 1.2.0 is empty']],
  ])('reports why %j cannot be released', (text, expected) => {
    const { section, findings } = readChangelog(changelog(text), '1.2.0');
    expect(section).toBeUndefined();
    expect(report(findings)).toEqual(expected);
  });
});

describe('renderNotes', () => {
  it('lists the changes, followed by each tarball with its size and checksum', () => {
    const notes = renderNotes({
      version: '1.2.0',
      commit: 'c0ffee',
      section: { date: '2026-11-22', notes: '### Added\n\n- new' },
      tarballs: [{ file: 'dist/writ-http-1.2.0.tgz', bytes: 204_311, sha256: 'abc' }],
    });
    expect(notes).toBe(
      '# Writ 1.2.0\n\nReleased on 2026-11-22, from commit c0ffee.\n\n### Added\n\n- new\n\n' +
        '## Packages\n\n| File | Size | SHA-256 |\n| --- | ---: | --- |\n' +
        '| writ-http-1.2.0.tgz | 204.3 kB | `abc` |\n',
    );
  });
});
