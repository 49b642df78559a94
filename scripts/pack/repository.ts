/** The repository in which the packages are developed, as `package.json` of the workspace specifies it. */
export interface Repository {
  /** The address for git, such as `git+https://example.org/writ.git`. */
  readonly url: string;
}

/** The manifest of the workspace. */
export interface WorkspaceManifest {
  readonly repository?: { readonly url?: string };
}

/** Returns the repository of the workspace; undefined if its manifest specifies none. */
export function readRepository({ repository }: WorkspaceManifest): Repository | undefined {
  const { url } = repository ?? {};
  return url === undefined ? undefined : { url };
}

/** Returns the address of a file or folder in the repository, for a browser. */
export function fileAddress({ url }: Repository, path: string): string {
  return `${pageOf(url)}/blob/HEAD/${path}`;
}

/** Returns the members of a published manifest that refer to the repository. */
export function repositoryMembers(repository: Repository | undefined, folder: string): object {
  if (repository === undefined) return {};
  return {
    homepage: `${fileAddress(repository, folder)}/README.md`,
    bugs: { url: `${pageOf(repository.url)}/issues` },
    repository: { type: 'git', url: repository.url, directory: folder },
  };
}

function pageOf(url: string): string {
  return url.replace(/^git\+/, '').replace(/\.git$/, '');
}
