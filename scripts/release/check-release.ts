import type { Diagnostic, SourceText } from '@writ/diagnostics';

/** The properties of a package.json that are relevant for a release. */
interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The changelog section of one version. */
export interface ChangelogSection {
  /** The date, as YYYY-MM-DD. */
  readonly date: string;
  /** The Markdown below the heading. */
  readonly notes: string;
}

const HEADING = /^## \[([^\]]+)\](.*)$/gm;
const DATE = /^ - (\d{4}-\d{2}-\d{2})$/;

/**
 * Finds the manifests whose version, or whose dependency on a package in this repository, is not `version`.
 * @param manifests the text of each package.json
 */
export function checkVersions(manifests: readonly SourceText[], version: string): Diagnostic[] {
  return manifests.flatMap((source) => {
    const manifest = JSON.parse(source.text) as Manifest;
    const { dependencies, devDependencies, peerDependencies } = manifest;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies })
      .filter(([name]) => name.startsWith('@writ/'))
      .concat([['version', manifest.version ?? '']]);
    return versions
      .filter(([, found]) => found !== version)
      .map(([key, found]) =>
        findingAt(
          source,
          source.text.indexOf(`"${key}"`),
          'release-version',
          `"${key}" is ${found === '' ? 'missing' : `"${found}"`}, but the release is ${version}`,
          `write "${key}": "${version}"`,
        ),
      );
  });
}

/** Returns the section of `version`, or findings if the changelog is not ready for a release. */
export function readChangelog(
  source: SourceText,
  version: string,
): { readonly section: ChangelogSection | undefined; readonly findings: readonly Diagnostic[] } {
  const findings: Diagnostic[] = [];
  let section: ChangelogSection | undefined;
  const headings = [...source.text.matchAll(HEADING)];
  for (const [index, { 0: heading, 1: name, 2: rest = '', index: start }] of headings.entries()) {
    const end = headings[index + 1]?.index ?? source.text.length;
    const notes = source.text.slice(start + heading.length, end).trim();
    const add = (message: string, hint: string): void =>
      void findings.push(findingAt(source, start, 'release-notes', message, hint));
    if (name === 'Unreleased' && notes !== '') {
      add('changes are listed as unreleased', `move them to the section of ${version}`);
    }
    if (name !== version) continue;
    const date = DATE.exec(rest)?.[1];
    if (date === undefined || Number.isNaN(Date.parse(date))) {
      add(`the section of ${version} has no date`, `write ## [${version}] - YYYY-MM-DD`);
    } else if (notes === '') {
      add(`the section of ${version} is empty`, 'list the changes that users notice');
    } else {
      section = { date, notes };
    }
  }
  if (!headings.some(([, name]) => name === version)) {
    findings.push(
      findingAt(
        source,
        0,
        'release-notes',
        `there is no section for ${version}`,
        `add ## [${version}] - YYYY-MM-DD`,
      ),
    );
  }
  return { section: findings.length === 0 ? section : undefined, findings };
}

function findingAt(
  source: SourceText,
  offset: number,
  code: string,
  message: string,
  hint: string,
): Diagnostic {
  const start = Math.max(offset, 0);
  return { code, severity: 'error', message, hint, file: source.name, range: source.rangeAt(start, start) };
}
