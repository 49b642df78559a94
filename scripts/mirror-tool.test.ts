import * as mirror from '@writ/mirror';
import { expect, it } from 'vitest';
import { loadMirrorTool, type MirrorTool } from '../packages/cli/src/demo-mirror/mirror-tool.ts';

it('writ loads tools/mirror, which exports every function that the command uses', async () => {
  const tool: MirrorTool = mirror;
  const loaded = await loadMirrorTool();
  expect(Object.keys(loaded ?? {}).toSorted()).toEqual(Object.keys(tool).toSorted());
});
