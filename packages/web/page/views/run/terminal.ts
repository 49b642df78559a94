import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { readStyleNonce } from '../../api/style-nonce.ts';

/** A terminal on the page. */
export interface ConsoleTerminal {
  write(text: string): void;
  close(): void;
}

/**
 * Shows a terminal in an element.
 *
 * @param onInput called with the user's input
 */
export function openTerminal(host: HTMLElement, onInput: (text: string) => void): ConsoleTerminal {
  const { fontFamily } = getComputedStyle(host);
  const terminal = new Terminal({
    fontFamily,
    fontSize: 13,
    scrollback: 5_000,
    screenReaderMode: true,
    convertEol: true,
    // A guest must not be able to turn its output into links.
    linkHandler: { activate: () => undefined },
    theme: { background: '#101413', foreground: '#e6ebe9' },
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  withStyleNonce(() => terminal.open(host));
  fit.fit();
  // Tab is input, so the keyboard needs another way out of the terminal.
  terminal.attachCustomKeyEventHandler(({ key, shiftKey }) => key !== 'Tab' || !shiftKey);
  terminal.onData(onInput);
  terminal.focus();
  const resized = new ResizeObserver(() => fit.fit());
  resized.observe(host);
  return {
    write: (text) => terminal.write(text),
    close: () => {
      resized.disconnect();
      terminal.dispose();
    },
  };
}

/**
 * Creates style elements with the nonce that the content security policy requires, while `work` runs. xterm 6.0 offers
 * `documentOverride` for this, but creates the style of its scroll bar with the global document.
 */
function withStyleNonce(work: () => void): void {
  const nonce = readStyleNonce();
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const created = create(name, options);
    if (name === 'style') created.nonce = nonce;
    return created;
  };
  try {
    work();
  } finally {
    // Makes the method of the prototype visible again.
    Reflect.deleteProperty(document, 'createElement');
  }
}
