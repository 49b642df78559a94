/**
 * Removes control sequences from a guest's output that would affect the reader's terminal: titles, links, the clipboard
 * and other strings (OSC, DCS, APC, PM, SOS), and requests to which the terminal would respond as if the reader had
 * typed the response.
 */
export class ConsoleFilter {
  #state: 'text' | 'escape' | 'control' | 'string' | 'string-escape' = 'text';
  /** The unfinished control sequence. */
  #held = '';

  /** @param text any part of the output; sequences may continue in the next part */
  filter(text: string): string {
    let passed = '';
    for (const char of text) passed += this.#next(char);
    return passed;
  }

  #next(char: string): string {
    switch (this.#state) {
      case 'text':
        return this.#nextText(char);
      case 'escape':
        return this.#nextEscape(char);
      case 'control':
        return this.#nextControl(char);
      case 'string':
        if (char === '\u0007' || char === '\u009C') this.#state = 'text';
        else if (char === ESCAPE) this.#state = 'string-escape';
        return '';
      case 'string-escape':
        this.#state = char === '\\' ? 'text' : 'string';
        return '';
    }
  }

  #nextText(char: string): string {
    if (char === ESCAPE) {
      this.#state = 'escape';
      return '';
    }
    if (char === '\u009B') {
      this.#state = 'control';
      this.#held = '\u001B[';
      return '';
    }
    if (STRING_STARTS.test(char)) {
      this.#state = 'string';
      return '';
    }
    // ENQ requests a response; the remaining C1 characters have no use on a console.
    return char === '\u0005' || /[\u0080-\u009F]/.test(char) ? '' : char;
  }

  #nextEscape(char: string): string {
    this.#state = 'text';
    if (char === '[') {
      this.#state = 'control';
      this.#held = '\u001B[';
      return '';
    }
    if (/[\]PX^_]/.test(char)) {
      this.#state = 'string';
      return '';
    }
    // ESC Z requests the terminal's type.
    return char === 'Z' ? '' : ESCAPE + char;
  }

  #nextControl(char: string): string {
    this.#held += char;
    const isFinal = char >= '@' && char <= '~';
    if (!isFinal && this.#held.length <= SEQUENCE_LENGTH) return '';
    const held = this.#held;
    this.#state = 'text';
    this.#held = '';
    return isFinal && !REQUEST_FINALS.includes(char) ? held : '';
  }
}

const ESCAPE = '\u001B';
/** DCS, SOS, OSC, PM and APC as single characters. */
const STRING_STARTS = /[\u0090\u0098\u009D\u009E\u009F]/;
/** Final characters of requests for attributes, status, parameters, modes, the version, the window and the keyboard. */
const REQUEST_FINALS = 'cnxpqtu';
const SEQUENCE_LENGTH = 64;
