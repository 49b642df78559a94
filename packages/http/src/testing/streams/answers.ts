/** A response as a client receives it. Each character is a byte (Latin-1). */
export interface Answer {
  readonly status: number;
  /** Sorted header lines in lower case, without Date and without the headers that frame an empty body. */
  readonly headers: readonly string[];
  readonly body: string;
  /** Whether the whole body arrived. */
  readonly complete: boolean;
}

/** A body, and the number of bytes that it occupies, including its framing. */
interface Body {
  readonly text: string;
  readonly length: number;
  readonly complete: boolean;
}

const IGNORED = /^(?:date: .*|content-length: 0|transfer-encoding: chunked)$/;
const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

/**
 * Splits the bytes that a server has sent into responses. Returns undefined if they are not a sequence of responses. A
 * body must not begin with `HTTP/`, because a response to HEAD has a Content-Length but no body.
 */
export function splitAnswers(text: string): Answer[] | undefined {
  const answers: Answer[] = [];
  for (let rest = text; rest !== '';) {
    const head = HEAD.exec(rest);
    if (head === null) return undefined;
    rest = rest.slice(head[0].length);
    const headers = head[2]!.toLowerCase().split('\r\n').slice(0, -1);
    const body = takeBody(headers, rest);
    rest = rest.slice(body.length);
    answers.push({
      status: Number(head[1]),
      headers: headers.filter((line) => !IGNORED.test(line)).toSorted(),
      body: body.text,
      complete: body.complete,
    });
  }
  return answers;
}

function takeBody(headers: readonly string[], rest: string): Body {
  if (rest === '' || rest.startsWith('HTTP/')) return { text: '', length: 0, complete: true };
  if (headers.includes('transfer-encoding: chunked')) return takeChunks(rest);
  const announced = headers.find((line) => line.startsWith('content-length: '))?.slice(16);
  const length = announced === undefined ? rest.length : Number(announced);
  const text = rest.slice(0, length);
  return { text, length: text.length, complete: text.length === length };
}

function takeChunks(rest: string): Body {
  let text = '';
  let at = 0;
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest.slice(at, at + 20));
    if (size === null) return { text, length: rest.length, complete: false };
    at += size[0].length;
    const length = Number.parseInt(size[1]!, 16);
    text += rest.slice(at, at + length);
    at += length + 2;
    if (length === 0) return { text, length: at, complete: true };
  }
}
