import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Finding } from '../api/answers.ts';
import { catalogues } from '../words/languages.ts';
import { Configuration } from './configuration.ts';
import { Form, passphrasePath } from './form.ts';
import type { Memory } from './memory.ts';
import { Planning } from './planning.ts';
import { Session } from './session.ts';

const memory: Memory = {
  example: undefined,
  text: undefined,
  image: undefined,
  storeText: () => undefined,
  removeText: () => undefined,
};

describe('the form', () => {
  let configuration: Configuration;
  let planning: Planning;
  let form: Form;

  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
    configuration = new Configuration();
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    planning = new Planning(configuration, memory, session);
    form = new Form(configuration, planning, session);
  });
  afterEach(() => vi.unstubAllGlobals());

  const report = (...pointers: readonly string[]): void => {
    const findings = pointers.map(
      (pointer) => ({ pointer, severity: 'warning', message: pointer }) as unknown as Finding,
    );
    planning.report.value = { file: '', findings, valid: true };
    planning.checkedText.value = configuration.text.value;
  };

  it('adds settings to x-writ, and removes the objects that become empty', () => {
    const text = '{\n  "x-why":   "a remark",\n  "kernels": ["linux"]\n}\n';
    configuration.open(text);
    form.set(['x-writ', 'features', 'bluetooth'], true);
    form.set(['x-writ', 'swap'], { kind: 'zram' });
    expect(configuration.text.value).toBe(
      text.replace(
        '["linux"]',
        '["linux"],\n  "x-writ": { "features": { "bluetooth": true }, "swap": { "kind": "zram" } }',
      ),
    );
    form.set(['x-writ', 'features', 'bluetooth'], undefined);
    expect(JSON.parse(configuration.text.value)['x-writ']).toEqual({ swap: { kind: 'zram' } });
    form.set(['x-writ', 'swap', 'size'], undefined);
    form.set(['x-writ', 'disk', 'luks'], undefined);
    expect(JSON.parse(configuration.text.value)['x-writ']).toEqual({ swap: { kind: 'zram' } });
    form.set(['x-writ', 'swap'], undefined);
    expect(configuration.text.value).toBe(text);
  });

  it('counts the findings about x-writ in the section of their field, and opens this section', () => {
    configuration.open('{}');
    const pointers = [
      '/x-writ/disk/luks/!passphrase',
      '/x-writ/swap',
      '/x-writ/features/printing',
      '/x-writ/accounts/ada/authorized-keys/0',
      '/sys-language',
      '/kernels/0',
    ];
    report(...pointers);
    const counts = (['system', 'boot', 'software', 'network', 'accounts'] as const).map((name) =>
      form.count(name),
    );
    expect(counts).toEqual([1, 3, 1, 0, 1]);
    const opened = form.findings.value.map((finding) => {
      form.section.value = 'network';
      form.openSection(finding);
      return form.section.value;
    });
    expect(opened).toEqual(['boot', 'boot', 'software', 'accounts', 'system', 'boot']);
  });

  it('replaces a passphrase with a reference, and sends it only with the start', () => {
    const encrypted = (passphrase: unknown): string =>
      JSON.stringify({ 'x-writ': { disk: { luks: { '!passphrase': passphrase } } } });
    configuration.open(encrypted('short'));
    form.keepPassphrase();
    expect(form.read(passphrasePath), 'the finding about it remains').toBe('short');
    expect(form.secrets.credentialsFor(configuration.text.value)).toBeUndefined();
    for (const rejected of ['$6$salt$0123456789', 'x'.repeat(513), 'ä'.repeat(257)]) {
      form.set(passphrasePath, rejected);
      form.keepPassphrase();
      expect(form.read(passphrasePath)).toBe(rejected);
    }
    form.set(passphrasePath, 'correct horse');
    report('/x-writ/disk/luks/!passphrase');
    form.keepPassphrase();
    const text = configuration.text.value;
    expect(text).not.toContain('correct horse');
    expect(form.read(passphrasePath)).toEqual({ $secret: 'disk-passphrase' });
    expect(form.secrets.credentialsFor(text)).toBe('{"disk-passphrase":"correct horse"}');
    expect(form.secrets.credentialsFor('{ "hostname": "other" }')).toBeUndefined();
    // The text no longer contains the passphrase, so that another check cannot find the warning again.
    expect(form.secrets.find(form.read(passphrasePath))?.warnings).toHaveLength(1);
  });

  it('asks for a passphrase that only an earlier page had', () => {
    configuration.open('{ "x-writ": { "disk": { "luks": { "!passphrase": { "$secret": "disk" } } } } }');
    form.askForPasswords();
    expect([form.section.value, form.focusRequest.value]).toEqual(['boot', '/x-writ/disk/luks/!passphrase']);
  });

  it('keeps the further settings of an account when it is renamed, and removes them with it', () => {
    const text = `{
  "!users": [{ "username": "ada" }, { "username": "bob" }],
  "x-writ": { "accounts": { "ada": { "authorized-keys":   ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada@laptop"] } } }
}
`;
    configuration.open(text);
    form.renameAccount(['!users', 0], 'adam');
    expect(configuration.text.value).toBe(
      text.replace('"ada" }', '"adam" }').replace('"ada": {', '"adam": {'),
    );
    form.renameAccount(['!users', 0], '');
    form.renameAccount(['!users', 0], 'ada');
    expect(configuration.text.value).toBe(text);
    // Two accounts with the same name, while the user types, share the settings of the first one.
    form.renameAccount(['!users', 1], 'ada');
    form.renameAccount(['!users', 1], 'bo');
    expect(form.read(form.accountPath('ada'))).toBeDefined();
    form.removeAccount(['!users', 0]);
    expect(JSON.parse(configuration.text.value)).toEqual({ '!users': [{ username: 'bo' }] });
  });
});
