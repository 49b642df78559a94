import { describe, expect, it } from 'vitest';
import { completeBillOfMaterials, type BillOfMaterials } from './bill-of-materials.ts';
import { createProvenance } from './provenance.ts';

const tarballs = [
  { file: 'dist/writ-http-1.2.0.tgz', bytes: 10, sha256: 'ab'.repeat(32) },
  { file: 'dist/writ-web-1.2.0.tgz', bytes: 10, sha256: '0f'.repeat(32) },
];

describe('createProvenance', () => {
  const build = { commit: 'c0ffee', version: '1.2.0', tarballs, lockSha256: '12', node: 'v24.21.0' };

  it('names each tarball with its checksum, the commit and the lock file', () => {
    expect(createProvenance({ ...build, repository: 'git+https://example.org/writ.git' })).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'writ-http-1.2.0.tgz', digest: { sha256: 'ab'.repeat(32) } },
        { name: 'writ-web-1.2.0.tgz', digest: { sha256: '0f'.repeat(32) } },
      ],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          buildType: 'https://example.org/writ#npm-run-release',
          externalParameters: { command: 'npm run release', version: '1.2.0' },
          internalParameters: { node: 'v24.21.0' },
          resolvedDependencies: [
            { uri: 'git+https://example.org/writ.git@c0ffee', digest: { gitCommit: 'c0ffee' } },
            { uri: 'git+https://example.org/writ.git@c0ffee#package-lock.json', digest: { sha256: '12' } },
          ],
        },
        runDetails: { builder: { id: 'https://example.org/writ#scripts/release.ts' } },
      },
    });
  });

  it('refers to the checkout if the repository has no address', () => {
    expect(JSON.stringify(createProvenance({ ...build, repository: undefined }))).toContain(
      '"git+file:.@c0ffee"',
    );
  });
});

describe('completeBillOfMaterials', () => {
  const written: BillOfMaterials = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:random',
    metadata: { timestamp: 'now', component: { name: 'folder' } },
    components: [
      { 'bom-ref': 'ws@8.0.0', name: 'ws', version: '8.0.0' },
      {
        'bom-ref': '@writ/http@1.2.0',
        name: '@writ/http',
        version: '1.2.0',
        externalReferences: [{ type: 'distribution', url: 'file:/home/ada/writ-http-1.2.0.tgz' }],
      },
    ],
  };
  const lock = {
    'node_modules/preact': {
      version: '10.0.0',
      license: 'MIT',
      integrity: 'sha512-AAEC',
      dependencies: { tiny: '1' },
    },
    'packages/web/node_modules/tiny': { version: '1.0.0' },
  };
  const released = {
    version: '1.2.0',
    date: '2026-11-22T10:00:00Z',
    tarballs,
    lock,
    bundled: { '@writ/web': ['preact'] },
  };
  const completed = completeBillOfMaterials(written, released);

  it('describes the release, without paths of the machine', () => {
    expect(completed.metadata).toEqual({
      timestamp: '2026-11-22T10:00:00Z',
      component: { type: 'library', name: 'writ', version: '1.2.0', 'bom-ref': 'writ@1.2.0' },
    });
    expect(JSON.stringify(completed)).not.toContain('/home/ada');
    expect(completed['serialNumber']).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it('is the same for the same tarballs, and differs for others', () => {
    expect(completeBillOfMaterials(written, released)).toEqual(completed);
    const others = [tarballs[0]!, { ...tarballs[1]!, sha256: '0e'.repeat(32) }];
    expect(completeBillOfMaterials(written, { ...released, tarballs: others })['serialNumber']).not.toBe(
      completed['serialNumber'],
    );
  });

  it('lists the bundled packages and their dependencies', () => {
    expect(completed.components.map((each) => each['bom-ref'])).toEqual([
      '@writ/http@1.2.0',
      '@writ/web/bundled/preact@10.0.0',
      '@writ/web/bundled/tiny@1.0.0',
      'ws@8.0.0',
    ]);
    expect(completed.components[1]).toMatchObject({
      purl: 'pkg:npm/preact@10.0.0',
      properties: [{ name: 'writ:bundled-in', value: '@writ/web' }],
      hashes: [{ alg: 'SHA-512', content: '000102' }],
      licenses: [{ license: { id: 'MIT' } }],
    });
  });

  it('reports a bundled package that is not installed', () => {
    expect(() =>
      completeBillOfMaterials(written, { ...released, bundled: { '@writ/http': ['gone'] } }),
    ).toThrow('package-lock.json does not contain gone');
  });
});
