const DECORATOR = /(?:^|[\s;{(,=>:?&|[])@[\p{ID_Start}$_(]/u;

/** Whether a source may have a decorated member; most sources have none and are not parsed. */
export function mayBeDecorated(text: string): boolean {
  return text.includes('class') && DECORATOR.test(text);
}
