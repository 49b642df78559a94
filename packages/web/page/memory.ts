const textKey = 'writ-text';
const imageKey = 'writ-image';
const shownKey = 'writ-watched';

/** What this tab has after a reload: the text as the service masked it, so without its secrets, and the image's name. */
export interface Memory {
  /** The example as it was loaded; it is loaded again rather than held: its secrets are public. */
  example: string | undefined;
  readonly text: string | undefined;
  image: string | undefined;
  /** The number of the installation that is shown. */
  shown: string | undefined;
  holdText(text: string, masked: string): void;
}

export function createMemory(): Memory {
  return {
    example: undefined,
    get text() {
      return held(textKey);
    },
    get image() {
      return held(imageKey);
    },
    set image(name) {
      hold(imageKey, name);
    },
    get shown() {
      return held(shownKey);
    },
    set shown(id) {
      hold(shownKey, id);
    },
    holdText(text, masked) {
      // Of a text that is too large to be read, nothing comes back.
      const unread = masked === '' && text !== '';
      const isExample = this.example !== undefined && meaningOf(text) === meaningOf(this.example);
      hold(textKey, unread || isExample ? undefined : masked);
    },
  };
}

/** Without its layout, which a choice of the mirror changes. */
function meaningOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function held(key: string): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

function hold(key: string, value: string | undefined): void {
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
