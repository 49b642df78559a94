import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { followHostname } from './image-name.ts';
import { completeImageName, isImageName } from './planning.ts';

function open(host: unknown, name: string): { hostname: { value: unknown }; image: { value: string } } {
  const hostname = signal(host);
  const image = signal(name);
  followHostname(hostname, image, isImageName);
  return { hostname, image };
}

describe('the name of the image', () => {
  it('follows the host name until the user changes it', () => {
    const { hostname, image } = open(undefined, 'archlinux.img');
    hostname.value = 'web-1';
    expect(image.value).toBe('web-1.img');
    hostname.value = undefined;
    expect(image.value).toBe('archlinux.img');
    image.value = 'mine.img';
    hostname.value = 'web-2';
    expect(image.value).toBe('mine.img');
  });

  it('remains if the host name cannot be a file name, and follows the next one that can', () => {
    const { hostname, image } = open('web', 'web.img');
    for (const host of ['', '../web', 'a b', 7, 'x'.repeat(100)]) {
      hostname.value = host;
      expect(image.value).toBe('web.img');
    }
    hostname.value = 'db';
    expect(image.value).toBe('db.img');
  });

  it('follows a host name again after a reload, unless the user has changed it', () => {
    for (const [stored, expected] of [
      ['web.img', 'db.img'],
      ['mine.img', 'mine.img'],
    ] as const) {
      // The text is opened after the stored name.
      const { hostname, image } = open(undefined, stored);
      hostname.value = 'web';
      expect(image.value).toBe(stored);
      hostname.value = 'db';
      expect(image.value).toBe(expected);
    }
  });
});

it('completeImageName adds .img to a name without an extension of images', () => {
  expect(['web', 'web.img', 'web.raw', 'web.1', ' web ', ''].map(completeImageName)).toEqual([
    'web.img',
    'web.img',
    'web.raw',
    'web.1.img',
    'web.img',
    '',
  ]);
});
