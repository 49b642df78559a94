import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './digest.ts';
import { isWritTableUuid } from '../facts/writ-image.ts';
import { GIB, MIB } from './layout.ts';
import { minimumSystemSize } from './system-layout.ts';
import { createPlan, type PlanFacts } from './create-plan.ts';
import { collectSecrets } from './secrets.ts';
import { stages } from './operation.ts';
import { renderPlan } from './render-plan.ts';
import { canaries, sampleFacts, sampleSettings } from './testing.ts';

const sample = createPlan(sampleSettings(), sampleFacts, {});

describe('a plan', () => {
  it('matches the golden file', async () => {
    await expect(renderPlan(sample)).toMatchFileSnapshot('fixtures/sample.plan.txt');
  });

  it('is the same for the same settings, facts and options', () => {
    expect(canonicalJson(createPlan(sampleSettings(), sampleFacts, {}))).toBe(canonicalJson(sample));
  });

  it('contains no secret in any format or encoding', () => {
    const renderings = [renderPlan(sample), renderPlan(sample, 'json'), JSON.stringify(sample)].join('\n');
    expect(renderings).not.toMatch(/canary/);
    expect(renderings).not.toContain(Buffer.from(canaries.user).toString('base64').slice(0, 12));
    expect(renderings).toContain('<password of ada>');
  });

  it('has a digest and identifiers that do not depend on secrets', () => {
    const other = createPlan(
      sampleSettings({ rootPassword: { kind: 'plain', value: new Secret('another') } }),
      sampleFacts,
      {},
    );
    expect(other.digest).toBe(sample.digest);
    expect(other.target.layout).toEqual(sample.target.layout);
  });

  it.each([
    ['the host name', { hostname: 'other' }],
    ['the kind of a password', { rootPassword: { kind: 'hash', value: new Secret('$6$a$b') } }],
    ['the custom commands', { customCommands: ['true'] }],
  ] as const)('has a different digest after a change of %s', (_what, change) => {
    expect(createPlan(sampleSettings(change), sampleFacts, {}).digest).not.toBe(sample.digest);
  });

  it("has a digest that does not depend on the target's current content", () => {
    const losses = [{ target: '/images/sample.img', description: 'The existing content will be lost.' }];
    expect(createPlan(sampleSettings(), { ...sampleFacts, losses }, {}).digest).toBe(sample.digest);
  });

  it('has different identifiers for another target, and the same identifiers for the same seed', () => {
    const there: PlanFacts = { ...sampleFacts, target: { kind: 'image', path: '/images/other.img' } };
    const uuid = (facts: PlanFacts, seed?: string): string =>
      createPlan(sampleSettings(), facts, seed === undefined ? {} : { seed }).target.layout.uuid;
    expect(uuid(there)).not.toBe(uuid(sampleFacts));
    expect(uuid(there, 'ABCDEF01')).toBe(uuid(sampleFacts, 'abcdef01'));
    expect(isWritTableUuid(uuid(there))).toBe(true);
  });

  it('lists the operations in the order of the stages, each with a check and a time limit', () => {
    const ids = sample.operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { verify, limit, weight } of sample.operations) {
      expect(verify.length).toBeGreaterThan(0);
      expect(limit).toBeGreaterThan(0);
      expect(weight).toBeGreaterThan(0);
    }
    const order = sample.operations.map(({ stage }) => stages.indexOf(stage));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('writes only below the tree until the image is renamed to its final name', () => {
    for (const { files } of sample.operations) {
      for (const { path } of files) expect(path).toMatch(/^\{tree\}\/(?!.*\.\.)/);
    }
    const outside = sample.operations.filter(({ commands }) =>
      commands.some(
        ({ where, argv }) => where !== 'chroot' && argv.some((text) => text.includes('{target}')),
      ),
    );
    expect(outside.map(({ id, guardsTarget }) => [id, guardsTarget])).toEqual([['publish', true]]);
  });

  it('passes secrets through standard input only, and lists every secret', () => {
    const { given, missing } = collectSecrets(sampleSettings());
    expect(missing).toEqual([]);
    expect(sample.operations.flatMap(({ secrets }) => secrets).toSorted()).toEqual(
      [...given.keys()].toSorted(),
    );
    expect(
      JSON.stringify(sample.operations.flatMap(({ commands }) => commands.map(({ argv }) => argv))),
    ).not.toContain('secret');
  });

  it('lists missing secrets', () => {
    const settings = sampleSettings({ rootPassword: { kind: 'missing', name: 'vault/root', form: 'plain' } });
    expect(collectSecrets(settings).missing).toEqual(['vault/root']);
    expect(createPlan(settings, sampleFacts, {}).digest).toBe(sample.digest);
  });

  it('locks root if root has no password', () => {
    const { rootPassword: _left, ...settings } = sampleSettings();
    const operation = createPlan(settings, sampleFacts, {}).operations.find(
      ({ id }) => id === 'password-root',
    );
    expect(operation).toMatchObject({ title: 'Lock the root account', secrets: [] });
  });

  it('can be created for an image of the minimum size, but not for a smaller image', () => {
    const smallest = minimumSystemSize('uefi');
    const { partitions, size } = createPlan(sampleSettings(), sampleFacts, { imageSize: smallest }).target
      .layout;
    expect(partitions.map(({ start, size: bytes }) => [start / MIB, bytes / MIB])).toEqual([
      [1, 1024],
      [1025, 64],
    ]);
    expect(size).toBe(smallest);
    expect(() => createPlan(sampleSettings(), sampleFacts, { imageSize: smallest - 1 })).toThrow(RangeError);
  });

  it('leaves less than one mebibyte of the image unused', () => {
    const { size, partitions } = createPlan(sampleSettings(), sampleFacts, { imageSize: 2 * GIB + 511 })
      .target.layout;
    expect(size).toBe(2 * GIB);
    expect(partitions.at(-1)!.start + partitions.at(-1)!.size).toBe(2 * GIB - MIB);
  });
});
