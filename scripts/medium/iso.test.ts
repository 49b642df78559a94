import { describe, expect, it } from 'vitest';
import { checkContents } from './iso.ts';
import { menu } from './menu.ts';

describe('checkContents', () => {
  it.each([
    [{}, []],
    [{ append: 'writ.wipe="WD 12" writ.then=reboot', files: ['/a/config.json', '/a/creds.json'] }, []],
    [{ append: 'writ.wpie=S1' }, ['writ.wpie is not a setting; did you mean writ.wipe?']],
    [{ append: 'quiet; reboot' }, ['--append must not contain $, ;, \\, braces or line breaks']],
    [{ files: ['/a/boot'] }, ['--add boot: the medium has a file or folder with this name']],
    [{ files: ['/a/c.json', '/b/c.json'] }, ['--add c.json: two files have this name']],
  ])('the contents %j have the problems %j', (contents, problems) => {
    expect(checkContents(contents)).toEqual(problems);
  });
});

it('the last console of each menu entry is the one that its title names', () => {
  const lines = [...menu('writ.then=reboot').matchAll(/menuentry '(.*)' \{\n {2}linux (.*)\n/g)];
  expect(lines.map(([, title, line]) => [title, line])).toEqual([
    ['Writ', '/boot/kernel console=ttyS0,115200 console=tty0 loglevel=4 writ.then=reboot'],
    [
      'Writ, on the serial console',
      '/boot/kernel console=tty0 console=ttyS0,115200 loglevel=4 writ.then=reboot',
    ],
  ]);
});
