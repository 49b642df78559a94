import { randomBytes } from 'node:crypto';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import type { Job } from '../records/job.ts';
import { createSeal, openSealedSecrets, sealJob } from './seal.ts';

const seal = createSeal([randomBytes(32)]);
const secret = new Secret('canary-ü');
const sealed = seal.seal(7, 'login', secret);

describe('a sealed secret', () => {
  it('can be opened for its installation and name, and does not reveal its value while sealed', () => {
    expect(seal.open(7, 'login', sealed)?.reveal()).toBe('canary-ü');
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('canary');
    expect(seal.seal(7, 'login', secret)).not.toBe(sealed);
  });

  it('cannot be opened for another installation, name or key', () => {
    expect(seal.open(8, 'login', sealed)).toBeUndefined();
    expect(seal.open(7, 'logi', sealed)).toBeUndefined();
    expect(createSeal([randomBytes(32)]).open(7, 'login', sealed)).toBeUndefined();
  });

  it('can still be opened after another key has been placed before its own, which then seals', () => {
    const [earlier, later] = [randomBytes(32), randomBytes(32)];
    const before = createSeal([earlier]).seal(7, 'login', secret);
    const replaced = createSeal([later, earlier]);
    expect(replaced.open(7, 'login', before)?.reveal()).toBe('canary-ü');
    const after = replaced.seal(7, 'login', secret);
    expect(createSeal([later]).open(7, 'login', after)?.reveal()).toBe('canary-ü');
    expect(createSeal([earlier]).open(7, 'login', after)).toBeUndefined();
  });

  it.each([0, 12, 28, 30])('cannot be opened after byte %i has changed', (at) => {
    const bytes = Buffer.from(sealed, 'base64');
    bytes[at]! ^= 1;
    expect(seal.open(7, 'login', bytes.toString('base64'))).toBeUndefined();
  });

  it.each(['', 'AAAA', '%'])('cannot be opened from the malformed value %j', (text) => {
    expect(seal.open(7, 'login', text)).toBeUndefined();
  });
});

describe('the secrets of a job', () => {
  const job: Job = {
    config: '{}',
    hashes: {},
    needs: [{ name: 'login', login: false }],
    sealed: {},
    missing: [],
    agreed: '',
    rerunCommand: false,
  };
  const secrets = new Map([
    ['login', secret],
    ['plain text', new Secret('canary-plain')],
  ]);

  it('are sealed if the job needs them, and can be opened again', () => {
    const stored = sealJob({ job, secrets }, 7, seal);
    expect(Object.keys(stored.sealed)).toEqual(['login']);
    expect(openSealedSecrets(stored, 7, seal).get('login')?.reveal()).toBe('canary-ü');
    expect(openSealedSecrets(stored, 8, seal).size).toBe(0);
    expect(openSealedSecrets(stored, 7, undefined).size).toBe(0);
  });

  it('are not stored without a key', () => {
    expect(sealJob({ job, secrets }, 7, undefined)).toEqual(job);
    expect(sealJob({ job, secrets: new Map() }, 7, undefined)).toEqual({ ...job, missing: ['login'] });
  });
});
