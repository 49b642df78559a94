import { expect, it } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { Store } from '../store/store.ts';
import { addInstall, logEvent, temporaryFolder } from '../testing/fakes.ts';
import { readOutput } from './output.ts';

it('output lines name their step if several steps run at the same time', () => {
  const store = new Store(temporaryFolder());
  const { id } = addInstall(store);
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
  for (const event of events) {
    store.append(id, { number: event.number, type: event.type, data: JSON.stringify(event) });
  }
  expect([...readOutput(store, id)].join('')).toBe(
    ['Title of packages', 'alone', 'Title of locale', 'packages: with another', 'alone again', ''].join('\n'),
  );
});
