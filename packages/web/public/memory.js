const textKey = 'writ-text';
const imageKey = 'writ-image';

/** What this tab has after a reload: the text as the service masked it, so without its secrets, and the image's name. */
export function createMemory() {
  return {
    /** Loaded again rather than held: its secrets are public. */
    example: undefined,
    text: () => sessionStorage.getItem(textKey) ?? undefined,
    image: () => sessionStorage.getItem(imageKey) ?? undefined,
    holdText(text, masked) {
      // Of a text that is too large to be read, nothing comes back.
      const unread = masked === '' && text !== '';
      if (unread || meaningOf(text) === meaningOf(this.example)) sessionStorage.removeItem(textKey);
      else hold(textKey, masked);
    },
    holdImage: (name) => hold(imageKey, name),
  };
}

/** Without its layout, which a choice of the mirror changes. */
function meaningOf(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function hold(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The browser has no room for it: then it is not there after a reload.
    sessionStorage.removeItem(key);
  }
}
