import keyboards from '../../data/x11-keyboards.json' with { type: 'json' };
import type { Operation } from '../operation.ts';
import { treeFile, writeFiles } from './tree-files.ts';

interface X11Keyboard {
  readonly layout: string;
  readonly variant?: string;
  readonly model?: string;
}

const x11Keyboards: Readonly<Record<string, X11Keyboard>> = keyboards;

/** How the X server, and with it every desktop, names a keyboard of the console; undefined when it has none. */
export function findX11Keyboard(console: string): X11Keyboard | undefined {
  return Object.hasOwn(x11Keyboards, console) ? x11Keyboards[console] : undefined;
}

/** As localectl writes it. */
export function setKeyboard(console: string): Operation | undefined {
  const found = findX11Keyboard(console);
  if (found === undefined) return undefined;
  const { layout, variant, model = 'pc105' } = found;
  // Two layouts, such as one of Cyrillic letters and one of Latin, need a key that changes between them.
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
