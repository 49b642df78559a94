/** What tests take from a provider of contexts. */
export class Token {
  readonly text: string;
  constructor(text = 'good') {
    this.text = text;
  }
}
