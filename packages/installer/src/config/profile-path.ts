/** Where a profile definition of one's own lies. */
export type ProfileSource =
  /** As written: a relative path is meant from the configuration's folder. */
  | { readonly kind: 'file'; readonly path: string }
  /** Without `sha256` the address is not pinned, and is not read. */
  | { readonly kind: 'address'; readonly address: string; readonly sha256?: string };

/** What `profile.path` names; an address keeps its scheme, whatever it is, and loses its fragment. */
export function profileSourceOf(path: string): ProfileSource {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return { kind: 'file', path };
  const [address = '', fragment = ''] = path.split('#', 2);
  const [, digest] = /^sha256=([0-9a-f]{64})$/i.exec(fragment) ?? [];
  return { kind: 'address', address, ...(digest === undefined ? {} : { sha256: digest.toLowerCase() }) };
}

/** The original program's own profile files say no more than their name: the main profile. */
export function mainOfProfileFile(path: string): 'desktop' | 'minimal' | 'server' | 'xorg' | undefined {
  const [, name] = /(?:^|[/\\])(desktop|minimal|server|xorg)\.py$/.exec(path) ?? [];
  return /archinstall|^\/?profiles\//.test(path) ? (name as ReturnType<typeof mainOfProfileFile>) : undefined;
}
