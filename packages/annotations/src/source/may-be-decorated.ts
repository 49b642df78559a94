const DECORATOR = /(?:^|[\s;{(,=>:?&|[])@[\p{ID_Start}$_(]/u;

/** Whether a source may have a decorated member. Most sources have no decorated members and are not parsed. */
export function mayBeDecorated(text: string): boolean {
  return text.includes('class') && DECORATOR.test(text);
}
