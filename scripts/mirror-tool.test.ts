import * as mirror from '@writ/mirror';
import { expect, it } from 'vitest';
import { loadMirrorTool, type MirrorTool } from '../packages/cli/src/demo-mirror/mirror-tool.ts';

it('the command loads tools/mirror, which has what the command needs', async () => {
  const tool: MirrorTool = mirror;
  const loaded = await loadMirrorTool();
  expect(Object.keys(loaded ?? {}).toSorted()).toEqual(Object.keys(tool).toSorted());
});
