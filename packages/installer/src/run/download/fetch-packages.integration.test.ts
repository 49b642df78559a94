import { expect, it } from 'vitest';
import { hostCommand, defineOperation } from '../../plan/operations/define-operation.ts';
import { createEmitter } from '../emitter.ts';
import { createEventCollector, createTestContext } from '../testing.ts';
import { attemptDownload } from './fetch-packages.ts';

it.each([
  [
    "error: failed retrieving file 'gnome-keyring-1-1-any.pkg.tar.zst' from a.example : The requested URL returned error: 404",
    'mirror',
  ],
  ['error: gnome-keyring: signature from "Ada <ada@example.org>" is unknown trust', 'trust'],
  ['error: required key missing from keyring', 'trust'],
  [
    "error: failed retrieving file 'gnome-keyring-1-1-any.pkg.tar.zst' from a.example : Failed writing output",
    'room',
  ],
])('the failure "%s" is attributed to %s', async (line, cause) => {
  const context = await createTestContext();
  const fetching = defineOperation({
    id: 'download',
    title: 'Download',
    stage: 'download',
    commands: [hostCommand('sh', '-c', 'echo "$1" >&2; exit 1', 'sh', line)],
    verify: [{ kind: 'ended' }],
  });
  const source = { mirrors: ['http://a.example'], use: () => Promise.resolve() };
  const rate = { bytes: 0, seconds: 60 };
  const step = createEmitter(createEventCollector().sink).start(fetching);
  const missing: [] = [];
  const failed = await attemptDownload(fetching, { context, missing, source }, { rate, shared: false }, step);
  expect(failed).toMatchObject({ cause, failure: { message: expect.stringContaining(line) } });
});
