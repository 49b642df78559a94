import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyNetwork } from '../../plan/operations/network.ts';
import { applyOperation } from '../operations/apply.ts';
import { createEmitter } from '../emitter.ts';
import { readNetworkSecrets } from './network-secrets.ts';
import { createRedactor } from '../../process/redact.ts';
import { temporaryFolder, createTestContext } from '../testing.ts';

const network = '/etc/systemd/network/20-wired.network';
const wifi = '/var/lib/iwd/Home.psk';
const wired = '[Match]\nName=en*\n\n[Network]\nDHCP=yes\n';
const keys = '[Security]\nPreSharedKey=0123canary4567\nPassphrase=canary word ä\n';

async function machine(): Promise<string> {
  const root = await temporaryFolder();
  for (const [path, content] of [
    [network, wired],
    [wifi, keys],
  ] as const) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

it('network files are read for copying, and every key in them is redacted', async () => {
  const { secrets, findings } = await readNetworkSecrets(
    { operations: [copyNetwork([network, wifi])] },
    await machine(),
  );
  expect(findings).toEqual([]);
  expect([...secrets.values()].map((secret) => secret.reveal())).toEqual([
    wired,
    keys,
    '0123canary4567',
    'canary word ä',
  ]);
});

it('network files that cannot be read are reported', async () => {
  const { findings } = await readNetworkSecrets(
    { operations: [copyNetwork([wifi])] },
    await temporaryFolder(),
  );
  expect(findings).toMatchObject([{ rule: 'system-error', pointer: '/network_config/type' }]);
});

it('network files are copied exactly, and their private keys are readable by root only and never printed', async () => {
  const operation = copyNetwork([network, wifi]);
  const { secrets } = await readNetworkSecrets({ operations: [operation] }, await machine());
  const texts = [...secrets.values()].map((secret) => secret.reveal());
  const context = await createTestContext({ secrets, redactor: createRedactor(texts) });
  const said: unknown[] = [];
  const step = createEmitter((event) => said.push(event)).start({
    id: 'network',
    title: '',
    stage: 'system',
    weight: 1,
  });
  expect(await applyOperation(operation, context, step)).toEqual({ kind: 'done' });
  // A second run produces the same files.
  expect(await applyOperation(operation, context, step)).toEqual({ kind: 'done' });
  const { tree } = context.roots;
  expect(await readFile(join(tree, network), 'utf8')).toBe(wired);
  expect(await readFile(join(tree, wifi), 'utf8')).toBe(keys);
  const mode = async (path: string): Promise<number> => (await stat(join(tree, path))).mode & 0o777;
  expect([await mode(network), await mode(wifi), await mode('/var/lib/iwd')]).toEqual([0o644, 0o600, 0o700]);
  expect(JSON.stringify([operation, said])).not.toContain('canary');
});
