import { Secret } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { softwareNotes } from './software-notes.ts';
import { sampleSettings } from './testing.ts';

const rules = (...given: Parameters<typeof sampleSettings>): (string | undefined)[] =>
  softwareNotes(sampleSettings(...given)).map(({ rule }) => rule);

it('softwareNotes reports a keyboard layout without an X11 equivalent if there are graphical sessions', () => {
  const profile = { main: 'desktop', custom: [] } as const;
  expect(rules({ profile, keyboard: 'sunt5-uk' })).toEqual(['keyboard-console-only']);
  expect(rules({ profile })).toEqual([]);
  expect(rules({ keyboard: 'sunt5-uk' })).toEqual([]);
});

it('softwareNotes reports that a mirror login is not stored, without printing the login', () => {
  const servers = [{ address: 'https://a/$repo', userInfo: new Secret('ada:canary') }];
  const notes = softwareNotes(sampleSettings({ mirrors: [{ region: 'Mine/ours', servers }] }));
  expect(notes).toMatchObject([
    { rule: 'login-not-kept', severity: 'note', pointer: '/mirror-region/Mine~1ours' },
  ]);
  expect(JSON.stringify(notes)).not.toContain('canary');
});
