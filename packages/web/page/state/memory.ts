import { restoreNames } from '../text/fill-masks.ts';

const TEXT_KEY = 'writ-text';
const IMAGE_KEY = 'writ-image';

/**
 * State that survives a reload of the tab: the configuration without secrets but with the names of accounts and secrets,
 * and the image name.
 */
export interface Memory {
  /** The loaded example. It is not stored but loaded again, so that its public secrets are not masked. */
  example: string | undefined;
  readonly text: string | undefined;
  image: string | undefined;
  storeText(text: string, masked: string): void;
  removeText(): void;
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
    storeText(text, masked) {
      // The service does not return a masked version of a configuration that is too long.
      const unread = masked === '' && text !== '';
      const isExample = this.example !== undefined && normalizeJson(text) === normalizeJson(this.example);
      storeItem(TEXT_KEY, unread || isExample ? undefined : restoreNames(masked, text));
    },
    removeText() {
      storeItem(TEXT_KEY, undefined);
    },
  };
}

/** Normalizes the layout, because selecting a mirror changes it. */
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
    // The storage is full, so a reload will lose the text.
  }
  sessionStorage.removeItem(key);
}
