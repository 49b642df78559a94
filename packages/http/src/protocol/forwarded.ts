import { splitOutsideQuotes } from './syntax.ts';

/** The parameters of one element of `Forwarded` (RFC 7239), by their names in lower case. */
export type ForwardedElement = ReadonlyMap<string, string>;

/**
 * Yields the elements of a comma-separated header from right to left, except empty ones. The first element is therefore
 * the one that the nearest proxy appended. It is read correctly even if the elements to its left, which a client may
 * have sent, are malformed. At an unpaired quote, yields undefined and ends.
 */
export function* elementsFromRight(header: string): Generator<string | undefined, void> {
  let end = header.length;
  while (end > 0) {
    const comma = findComma(header, end);
    if (comma === undefined) {
      yield undefined;
      return;
    }
    const element = header.slice(comma + 1, end).trim();
    if (element !== '') yield element;
    end = comma;
  }
}

/**
 * Returns the position of the last comma outside quotes before `end`. Returns -1 if there is none, and undefined if
 * there is an unpaired quote.
 */
function findComma(header: string, end: number): number | undefined {
  for (let index = end - 1; index >= 0; index -= 1) {
    if (header[index] === ',') return index;
    if (header[index] !== '"') continue;
    if (index === 0) return undefined;
    index = header.lastIndexOf('"', index - 1);
    if (index === -1) return undefined;
  }
  return -1;
}

const PAIR = /^([!#$%&'*+\-.^_`|~\w]+)=(?:"([^"\\]*)"|([^"\\\s]+))$/;

/** Parses one element of `Forwarded`. Returns undefined if it is malformed or repeats a parameter. */
export function parseForwarded(element: string): ForwardedElement | undefined {
  const parameters = new Map<string, string>();
  for (const text of splitOutsideQuotes(element, ';')) {
    const [, name, quoted, plain] = PAIR.exec(text.trim()) ?? [];
    if (name === undefined || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), quoted ?? plain!);
  }
  return parameters;
}

const BRACKETED = /^\[([^\]]*)\](?::\w+)?$/;
const WITH_PORT = /^([\d.]+):\w+$/;
const HIDDEN = /^(?:unknown|_[\w.-]+)(?::\w+)?$/i;

/** Returns the address of a node, without brackets and port. The address is not validated. */
export function addressOfNode(node: string): string {
  return BRACKETED.exec(node)?.[1] ?? WITH_PORT.exec(node)?.[1] ?? node;
}

/** Whether a proxy has replaced the address of a node with `unknown` or with a name such as `_hidden`. */
export function isHiddenNode(node: string): boolean {
  return HIDDEN.test(node);
}
