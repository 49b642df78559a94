import type { Tarball } from './render-notes.ts';

/** The circumstances in which the tarballs of a release were packed. */
export interface Build {
  /** The repository's address for git; undefined if the workspace's manifest specifies none. */
  readonly repository: string | undefined;
  /** The full hash of the commit from which the packages were packed. */
  readonly commit: string;
  readonly version: string;
  readonly tarballs: readonly Tarball[];
  /** The SHA-256 of package-lock.json, which fixes all tools, in hexadecimal digits. */
  readonly lockSha256: string;
  /** The version of Node.js, such as `v24.21.0`. */
  readonly node: string;
}

/**
 * Returns the provenance of the tarballs, as an in-toto statement with a predicate of SLSA v1. It is not signed:
 * the publisher of the packages signs it, for example with cosign.
 */
export function createProvenance(build: Build): object {
  const { repository, commit, version, tarballs, lockSha256, node } = build;
  const source = repository ?? 'git+file:.';
  const page = source.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: tarballs.map(({ file, sha256 }) => ({ name: file.replace(/^.*\//, ''), digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${page}#npm-run-release`,
        externalParameters: { command: 'npm run release', version },
        internalParameters: { node },
        resolvedDependencies: [
          { uri: `${source}@${commit}`, digest: { gitCommit: commit } },
          { uri: `${source}@${commit}#package-lock.json`, digest: { sha256: lockSha256 } },
        ],
      },
      runDetails: {
        builder: { id: `${page}#scripts/release.ts` },
      },
    },
  };
}
