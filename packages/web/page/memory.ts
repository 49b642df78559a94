const TEXT_KEY = 'writ-text';
const IMAGE_KEY = 'writ-image';
const SHOWN_KEY = 'writ-watched';

/** What this tab has after a reload: the text as the service masked it, so without its secrets, and the image's name. */
export interface Memory {
  /** The example as it was loaded; it is loaded again rather than held: its secrets are public. */
  example: string | undefined;
  readonly text: string | undefined;
  image: string | undefined;
  /** The number of the installation that is shown. */
  shown: string | undefined;
  storeText(text: string, masked: string): void;
}

export function createMemory(): Memory {
  return {
    example: undefined,
    get text() {
      return readItem(TEXT_KEY);
    },
    get image() {
      return readItem(IMAGE_KEY);
    },
    set image(name) {
      storeItem(IMAGE_KEY, name);
    },
    get shown() {
      return readItem(SHOWN_KEY);
    },
    set shown(id) {
      storeItem(SHOWN_KEY, id);
    },
    storeText(text, masked) {
      // Of a text that is too large to be read, nothing comes back.
      const unread = masked === '' && text !== '';
      const isExample = this.example !== undefined && normalizeJson(text) === normalizeJson(this.example);
      storeItem(TEXT_KEY, unread || isExample ? undefined : masked);
    },
  };
}

/** Without its layout, which a choice of the mirror changes. */
function normalizeJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function readItem(key: string): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

function storeItem(key: string, value: string | undefined): void {
  try {
    if (value !== undefined) {
      sessionStorage.setItem(key, value);
      return;
    }
  } catch {
    // The browser has no room for it: then it is not there after a reload.
  }
  sessionStorage.removeItem(key);
}
