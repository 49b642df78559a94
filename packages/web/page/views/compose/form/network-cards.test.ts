import { expect, it } from 'vitest';
import type { NetworkCard } from '../../../api/answers.ts';
import { defaultInterface } from './network-cards.ts';

const card = (name: string, more: Partial<NetworkCard> = {}): NetworkCard => ({
  name,
  address: '52:54:00:12:34:56',
  wireless: false,
  ...more,
});

it.each([
  ['a pattern for all wired cards on an unknown machine', [], 'en*'],
  [
    'the connected wired card',
    [card('enp1s0', { connected: false }), card('enp2s0', { connected: true })],
    'enp2s0',
  ],
  [
    'a wired card rather than Wi-Fi',
    [card('wlan0', { wireless: true, connected: true }), card('enp1s0')],
    'enp1s0',
  ],
  ['the only card', [card('wlan0', { wireless: true })], 'wlan0'],
])('the default interface of a new entry is %s', (_, cards, name) => {
  expect(defaultInterface(cards)).toBe(name);
});
