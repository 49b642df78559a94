/** The object of a context provider in tests. */
export class Token {
  readonly text: string;
  constructor(text = 'good') {
    this.text = text;
  }
}
