import { describe, expect, it } from 'vitest';
import type { Repository } from '../config/settings.ts';
import { createPlan } from './create-plan.ts';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import { sampleFacts, sampleSettings } from './testing.ts';

const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';
const signed: Repository = {
  name: 'own',
  servers: [{ address: 'https://own.example/$arch' }],
  signatures: 'required',
  fingerprint,
  key: 'https://own.example/key.gpg',
};
const unsigned: Repository = { name: 'lab', servers: signed.servers, signatures: 'none' };
const planOf = (thirdParty: readonly Repository[]): Plan =>
  createPlan(sampleSettings({ repositories: ['multilib'], thirdParty }), sampleFacts, {});

describe('a plan with third-party repositories', () => {
  it('lists them after those of the distribution, with their keys', () => {
    const { requirements } = planOf([signed, unsigned]);
    expect(requirements.repositories).toEqual(['core', 'extra', 'multilib', 'own', 'lab']);
    expect(requirements.thirdParty).toEqual([
      {
        name: 'own',
        servers: ['https://own.example/$arch'],
        signatures: 'required',
        fingerprint,
        key: 'https://own.example/key.gpg',
        pointer: '/x-writ/repositories/0',
      },
      {
        name: 'lab',
        servers: ['https://own.example/$arch'],
        signatures: 'none',
        pointer: '/x-writ/repositories/1',
      },
    ]);
  });

  it('shows the servers, the key, and that signatures are not verified', () => {
    const text = renderPlan(planOf([signed, unsigned]));
    expect(text).toContain(
      `own: https://own.example/$arch; signed packages and databases, key ${fingerprint} from https://own.example/key.gpg`,
    );
    expect(text).toContain('lab: https://own.example/$arch; signatures are not verified');
  });

  it('is the same as the stored plan', async () => {
    await expect(renderPlan(planOf([signed, unsigned]))).toMatchFileSnapshot('fixtures/third-party.plan.txt');
  });

  it('lists unsigned packages among the losses that the user confirms', () => {
    expect(planOf([signed]).losses).toEqual(planOf([]).losses);
    expect(planOf([unsigned]).losses.at(-1)).toEqual({
      target: 'repository lab',
      unsigned: true,
      description: expect.stringContaining('without verifying signatures'),
    });
  });

  it('adds them to pacman.conf after multilib, and trusts each key once', () => {
    const { operations } = planOf([signed, { ...signed, name: 'own-testing' }, unsigned]);
    const ids = operations.map(({ id }) => id);
    expect(ids.indexOf('third-party-repositories')).toBe(ids.indexOf('repositories') + 1);
    const keyring = operations.find(({ id }) => id === 'package-keyring');
    const steps = keyring?.commands.map(({ argv }) => argv.slice(0, 2).join(' '));
    expect(steps?.slice(3, -1)).toEqual(['pacman-key --add', 'pacman-key --lsign-key']);
    // A resumed run may skip the preflight, so the key is copied with the packages.
    const packages = operations.find(({ id }) => id === 'packages');
    expect(packages?.commands.at(-1)?.argv.slice(-2)).toEqual([
      `{scratch}/repository-${fingerprint}.gpg`,
      `{tree}/etc/pacman.d/repository-${fingerprint}.gpg`,
    ]);
  });

  it('signs a key of the distribution without adding it', () => {
    const { key: _key, ...known } = signed;
    const keyring = planOf([known]).operations.find(({ id }) => id === 'package-keyring');
    expect(keyring?.commands.map(({ argv }) => argv.join(' '))).toContain(
      `pacman-key --lsign-key ${fingerprint}`,
    );
    expect(JSON.stringify(keyring)).not.toContain('--add');
  });
});
