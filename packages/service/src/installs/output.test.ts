import { expect, it } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { openStore } from '../testing/databases.ts';
import { addInstall, logEvent } from '../testing/fakes.ts';
import { readOutput } from './output.ts';

it('output lines name their step if several steps run at the same time', async () => {
  const store = await openStore();
  const { id } = await addInstall(store);
  const start = (number: number, step: string): InstallEvent => ({
    type: 'start',
    number,
    time: '',
    id: step,
    parent: 'install',
    title: `Title of ${step}`,
    stage: 'system',
    weight: 1,
  });
  const events: InstallEvent[] = [
    start(1, 'packages'),
    logEvent(2, 'alone'),
    start(3, 'locale'),
    logEvent(4, 'with another'),
    { type: 'finish', number: 5, time: '', id: 'locale', outcome: 'done', milliseconds: 1 },
    logEvent(6, 'alone again'),
  ];
  const stored = events.map((event) => ({
    number: event.number,
    type: event.type,
    data: JSON.stringify(event),
  }));
  await store.append(id, stored);
  let output = '';
  for await (const part of readOutput(store, id)) output += part;
  expect(output).toBe(
    ['Title of packages', 'alone', 'Title of locale', 'packages: with another', 'alone again', ''].join('\n'),
  );
});
