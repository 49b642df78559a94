import type { ChangelogSection } from './check-release.ts';

/** A packed package. */
export interface Tarball {
  /** The path, relative to the root of the checkout. */
  readonly file: string;
  /** The size in bytes. */
  readonly bytes: number;
  /** The checksum in hexadecimal digits. */
  readonly sha256: string;
}

/** The input for the release notes. */
export interface Release {
  readonly version: string;
  /** The full hash of the commit from which the packages were packed. */
  readonly commit: string;
  readonly section: ChangelogSection;
  readonly tarballs: readonly Tarball[];
}

/**
 * Renders the release notes in Markdown: the version's changelog section, then its packages with size and
 * checksum.
 */
export function renderNotes({ version, commit, section, tarballs }: Release): string {
  const rows = tarballs.map(
    ({ file, bytes, sha256 }) =>
      `| ${file.replace(/^.*\//, '')} | ${(bytes / 1000).toFixed(1)} kB | \`${sha256}\` |\n`,
  );
  return `# Writ ${version}

Released on ${section.date}, from commit ${commit}.

${section.notes}

## Packages

| File | Size | SHA-256 |
| --- | ---: | --- |
${rows.join('')}`;
}
