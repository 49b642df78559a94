import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mirror } from '../api/answers.ts';
import { stubService } from '../api/testing.ts';
import { exampleNames, readExample } from '../text/examples.ts';
import { catalogues } from '../words/languages.ts';
import { Configuration } from './configuration.ts';
import type { Form } from './form.ts';
import { Session } from './session.ts';
import { Start } from './start.ts';

const demonstration: Mirror = {
  id: 'demonstration',
  title: 'Demonstration',
  region: { Here: { 'http://a': true } },
};
const archinstall = '{ "version": "3.0.9", "disk_config": {} }';

interface Opened {
  readonly start: Start;
  readonly configuration: Configuration;
  readonly form: Pick<Form, 'layout' | 'section'>;
}

function open(mirrors: readonly Mirror[]): Opened {
  const configuration = new Configuration();
  const form = { layout: signal('split'), section: signal('commands') } as Pick<Form, 'layout' | 'section'>;
  const session = new Session(signal(catalogues.en), () => Promise.resolve());
  const start = new Start(configuration, form as Form, session, () => mirrors);
  start.isOpen.value = true;
  return { start, configuration, form };
}

describe('the ways to begin a configuration', () => {
  const requests: unknown[] = [];
  let response: object = {};

  beforeEach(() => {
    requests.length = 0;
    stubService(({ path, body }) => {
      requests.push([path, JSON.parse(body)]);
      return Response.json(response);
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('include the form, which opens at its first section with the required keys and a network', () => {
    const { start, configuration, form } = open([demonstration]);
    start.beginGuided();
    expect(JSON.parse(configuration.text.value)).toEqual({
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      network_config: { type: 'manual', nics: [{ iface: 'en*', dhcp: true }] },
      'mirror-region': demonstration.region,
    });
    expect([form.layout.value, form.section.value, start.isOpen.value]).toEqual(['form', 'system', false]);
  });

  it('include an example, or its variant for the demonstration mirror', () => {
    for (const name of exampleNames) {
      const { start, configuration } = open([]);
      start.openExample(name);
      expect(configuration.text.value).toBe(readExample(name).full);
      start.isOpen.value = true;

      const other = open([demonstration]);
      other.start.openExample(name);
      expect(other.configuration.text.value).toBe('');
      const proposal = other.start.proposal.value;
      if (proposal?.kind !== 'demonstration') throw new Error('no variant is proposed');
      expect(proposal.before).toBe(readExample(name).full);
      expect(JSON.parse(proposal.after)).toMatchObject({ 'mirror-region': demonstration.region });
      other.start.take(proposal.after);
      expect(other.configuration.text.value).toBe(proposal.after);
      expect([other.start.proposal.value, other.start.isOpen.value]).toEqual([undefined, false]);
    }
  });

  it('include the conversion of an archinstall configuration with its credentials', async () => {
    const { start, configuration } = open([]);
    response = { findings: [], valid: false, acceptable: ['disk_config'] };
    await start.openFiles([new Blob(['{ "users": [] }']), new Blob([archinstall])]);
    const credentials = '{ "users": [] }';
    const request = { configuration: archinstall, credentials };
    expect(requests).toEqual([['/api/convert', { ...request, acceptLoss: [] }]]);
    expect(start.proposal.value).toMatchObject({ kind: 'conversion', before: archinstall, answer: response });
    expect(configuration.text.value).toBe('');

    await start.convert(archinstall, credentials, { acceptLoss: ['disk_config'] });
    expect(requests[1]).toEqual(['/api/convert', { ...request, acceptLoss: ['disk_config'] }]);

    const partuuids = [{ key: 'disk_config.device_modifications[0].partitions[0]', partuuid: 'a91c1a52' }];
    await start.convert(archinstall, credentials, { partuuids });
    expect(requests[2]).toEqual(['/api/convert', { ...request, acceptLoss: [], partuuids }]);
    expect(start.proposal.value).toMatchObject({ partuuids });
  });

  it("include a file in Writ's format, which is opened unchanged", async () => {
    const { start, configuration } = open([]);
    await start.openFiles([new Blob(['{ "hostname": "a" } '])]);
    expect([configuration.text.value, requests]).toEqual(['{ "hostname": "a" } ', []]);
    await start.openFiles([]);
    expect(configuration.text.value).toBe('{ "hostname": "a" } ');
    // A longer file is opened up to the limit, so that the check can report its length.
    await start.openFiles([new Blob([' '.repeat(2 ** 20 + 9)])]);
    expect(configuration.text.value).toHaveLength(2 ** 20 + 1);
  });

  it('replace an edited text so that the editor can undo the replacement', () => {
    const { start, configuration } = open([]);
    configuration.open('opened');
    const opening = configuration.opening.value;
    configuration.text.value = 'changed';
    start.take('replaced');
    expect([configuration.text.value, configuration.opening.value]).toEqual(['replaced', opening]);
    configuration.markSaved();
    start.take('opened again');
    expect(configuration.opening.value).toBe(opening + 1);
  });
});
