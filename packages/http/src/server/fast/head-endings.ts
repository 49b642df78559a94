/** The last lines of a response head, with Date and Connection. They are formatted at most once per second. */
export class HeadEndings {
  readonly #keepAlive: string;
  #date = '';
  #persistent = '';
  #closing = '';

  /** @param timeout milliseconds for which an idle connection stays open */
  constructor(timeout: number) {
    const seconds = Math.floor(timeout / 1_000);
    this.#keepAlive = timeout > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : '';
  }

  /** Returns the lines with the Date and Connection headers, and the empty line. */
  get(isPersistent: boolean): string {
    if (this.#date === '') this.#update();
    return isPersistent ? this.#persistent : this.#closing;
  }

  /** The line with the Date header. */
  get date(): string {
    if (this.#date === '') this.#update();
    return this.#date;
  }

  #update(): void {
    const now = new Date();
    this.#date = `Date: ${now.toUTCString()}\r\n`;
    this.#persistent = `${this.#date}Connection: keep-alive\r\n${this.#keepAlive}\r\n`;
    this.#closing = `${this.#date}Connection: close\r\n\r\n`;
    setTimeout(() => (this.#date = ''), 1_000 - now.getMilliseconds()).unref();
  }
}
