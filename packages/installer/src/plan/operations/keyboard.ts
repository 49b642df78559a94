import keyboards from '../../data/x11-keyboards.json' with { type: 'json' };
import type { Operation } from '../operation.ts';
import { treeFile, writeFiles } from './tree-files.ts';

interface X11Keyboard {
  readonly layout: string;
  readonly variant?: string;
  readonly model?: string;
}

const x11Keyboards: Readonly<Record<string, X11Keyboard>> = keyboards;

/** Returns the X11 layout for a console keyboard layout; undefined if there is none. */
export function findX11Keyboard(console: string): X11Keyboard | undefined {
  return Object.hasOwn(x11Keyboards, console) ? x11Keyboards[console] : undefined;
}

/**
 * Returns the operation that writes the keyboard layout of graphical sessions in the format of localectl; undefined if
 * there is no such layout.
 */
export function setKeyboard(console: string): Operation | undefined {
  const found = findX11Keyboard(console);
  if (found === undefined) return undefined;
  const { layout, variant, model = 'pc105' } = found;
  // A pair of layouts, such as a Cyrillic and a Latin one, requires a key that switches between them.
  const toggle = layout.includes(',') ? ',grp:shifts_toggle,grp_led:scroll' : '';
  const options: [string, string | undefined][] = [
    ['XkbLayout', layout],
    ['XkbModel', model],
    ['XkbVariant', variant],
    ['XkbOptions', `terminate:ctrl_alt_bksp${toggle}`],
  ];
  const lines = options.flatMap(([name, value]) =>
    value === undefined ? [] : [`        Option "${name}" "${value}"`],
  );
  return writeFiles(
    { id: 'x11-keyboard', title: `Set the keyboard of graphical sessions to ${layout}`, stage: 'system' },
    treeFile(
      '/etc/X11/xorg.conf.d/00-keyboard.conf',
      [
        'Section "InputClass"',
        '        Identifier "system-keyboard"',
        '        MatchIsKeyboard "on"',
        ...lines,
        'EndSection',
        '',
      ].join('\n'),
    ),
  );
}
