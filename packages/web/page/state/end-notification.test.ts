import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EndNotification } from './end-notification.ts';

const shown: string[] = [];
const created: EventTarget[] = [];

class FakeNotification extends EventTarget {
  static permission = 'default';

  constructor(title: string, { body }: { readonly body: string }) {
    super();
    shown.push(`${title}: ${body}`);
    created.push(this);
  }

  close(): void {
    shown.push('closed');
  }

  static requestPermission(): Promise<void> {
    FakeNotification.permission = 'granted';
    return Promise.resolve();
  }
}

beforeEach(() => {
  shown.length = 0;
  created.length = 0;
  FakeNotification.permission = 'default';
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => vi.unstubAllGlobals());

it('a notification is shown if the user permits notifications and the tab is hidden', async () => {
  const notification = new EndNotification();
  vi.stubGlobal('document', { hidden: true });
  notification.show('not permitted');
  expect(notification.canRequest.value).toBe(true);
  await notification.request();
  expect(notification.canRequest.value).toBe(false);
  notification.show('done');
  vi.stubGlobal('document', { hidden: false });
  notification.show('visible');
  expect(shown).toEqual(['Writ: done']);
  const focus = vi.fn();
  vi.stubGlobal('focus', focus);
  created[0]!.dispatchEvent(new Event('click'));
  expect([focus.mock.calls.length, shown.at(-1)]).toEqual([1, 'closed']);
});

it('a notification is not offered if the browser does not support notifications', () => {
  vi.stubGlobal('Notification', undefined);
  const notification = new EndNotification();
  notification.show('done');
  expect([notification.canRequest.value, shown]).toEqual([false, []]);
});
