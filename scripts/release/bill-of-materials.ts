import { createHash } from 'node:crypto';
import type { Tarball } from './render-notes.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly [member: string]: unknown;
}

/** A bill of materials of CycloneDX, as `npm sbom` writes it. */
export interface BillOfMaterials {
  readonly metadata: object;
  readonly components: readonly Component[];
  readonly [member: string]: unknown;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The `packages` of package-lock.json, by path. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** The facts about a release that its bill of materials contains in addition to the dependencies. */
export interface ReleasedMaterials {
  readonly version: string;
  /** The time of the commit, in ISO 8601. A second run for the same commit therefore writes the same file. */
  readonly date: string;
  readonly tarballs: readonly Tarball[];
  readonly lock: LockedPackages;
  /** Packages whose code is part of a published package, by the name of that package. */
  readonly bundled: Readonly<Record<string, readonly string[]>>;
}

/**
 * Completes the bill of materials that npm writes for an installation of the packages: adds code that the packages
 * contain, and removes paths of the machine.
 */
export function completeBillOfMaterials(
  written: BillOfMaterials,
  { version, date, tarballs, lock, bundled }: ReleasedMaterials,
): BillOfMaterials {
  const own = { type: 'library', name: 'writ', version, 'bom-ref': `writ@${version}` };
  const contained = Object.entries(bundled).flatMap(([owner, names]) =>
    [...closureOf(names, lock)].map(([name, entry]) => bundledComponent(owner, name, entry)),
  );
  const components = [...written.components.map(withoutPaths), ...contained];
  return {
    ...written,
    serialNumber: `urn:uuid:${uuidOf(tarballs)}`,
    metadata: { ...written.metadata, timestamp: date, component: own },
    components: components.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  };
}

/** The packages and their dependencies. */
function closureOf(names: readonly string[], lock: LockedPackages): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const waiting = [...names];
  for (const name of waiting) {
    const path = Object.keys(lock).find((each) => each.endsWith(`node_modules/${name}`));
    if (path === undefined) throw new Error(`package-lock.json does not contain ${name}`);
    if (found.has(name)) continue;
    found.set(name, lock[path]!);
    waiting.push(...Object.keys(lock[path]!.dependencies ?? {}));
  }
  return found;
}

function bundledComponent(
  owner: string,
  name: string,
  { version = '', license, integrity }: LockedPackage,
): Component {
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? [];
  return {
    'bom-ref': `${owner}/bundled/${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [{ name: 'writ:bundled-in', value: owner }],
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ license: { id: license } }] }),
  };
}

function withoutPaths(component: Component): Component {
  const { externalReferences: _addresses, ...rest } = component;
  return rest as Component;
}

/** A UUID that depends only on the tarballs (RFC 9562, version 8). */
function uuidOf(tarballs: readonly Tarball[]): string {
  const hash = createHash('sha256').update(tarballs.map(({ sha256 }) => sha256).join());
  const digits = hash.digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
