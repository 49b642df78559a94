import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { HttpError } from '../../index.ts';
import { parsePartHeaders } from '../../protocol/part-headers.ts';
import { parseParts } from './parts.ts';

interface Sent {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly content: Uint8Array;
}

const BOUNDARY = 'bo-un';
/** Escapes quotes and line breaks in a name, as browsers do. */
const escaped = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const text = fc.string({ unit: fc.constantFrom('a', 'ä', '€', ' ', ';', '=', "'", '.') });
/** Strings that resemble a boundary, which parsers may mistake for one. */
const content = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n', '--', `\r\n--${BOUNDARY.slice(0, -1)}`, '-', '\n'),
      fc.string({ maxLength: 5 }),
    ),
  )
  .map((bits) => bits.join(''))
  .filter((bits) => !bits.includes(`--${BOUNDARY}`))
  .map((bits) => new Uint8Array(Buffer.from(bits)));
/** Excludes names of folders, which are rejected (uploads.test.ts). */
const fileNames = fc.option(
  text.filter((name) => name !== '.' && name !== '..'),
  { nil: undefined },
);
const parts = fc.array(fc.record({ name: text, fileName: fileNames, content }), { maxLength: 6 });

function encode(sent: readonly Sent[]): Buffer {
  const chunks = sent.flatMap(({ name, fileName, content: body }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped(name)}"` +
        (fileName === undefined ? '' : `; filename="${escaped(fileName)}"`) +
        '\r\n\r\n',
    ),
    body,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Creates a stream of chunks whose sizes cycle through `sizes`. */
function streamOf(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const size = sizes[turn % sizes.length]!;
      turn += 1;
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Sent[]> {
  const found: Sent[] = [];
  for await (const { name, fileName, body } of parseParts(stream, BOUNDARY, 100)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    found.push({ name, fileName, content: new Uint8Array(Buffer.concat(chunks)) });
  }
  return found;
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

it('parseParts reads a form correctly however it is divided into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(parts, sizes, async (sent, cuts) => {
      expect(await read(streamOf(encode(sent), cuts))).toEqual(sent);
    }),
    { numRuns: 300 },
  );
});

it('parseParts reads or rejects a damaged form but never hangs', async () => {
  await fc.assert(
    fc.asyncProperty(
      parts,
      sizes,
      fc.nat(),
      fc.nat(255),
      fc.boolean(),
      async (sent, cuts, where, byte, cut) => {
        const bytes = encode(sent);
        bytes[where % bytes.length] = byte;
        const damaged = cut ? bytes.subarray(0, where % bytes.length) : bytes;
        try {
          await read(streamOf(damaged, cuts));
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          expect(error.status).toBe(400);
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('parseParts stops the source if the caller returns early', async () => {
  let stopped = false;
  const endless = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`));
    },
    async pull(controller) {
      await new Promise(setImmediate);
      controller.enqueue(new Uint8Array(1000));
    },
    cancel() {
      stopped = true;
    },
  });
  for await (const { body } of parseParts(endless, BOUNDARY, 10)) {
    for await (const chunk of body) if (chunk.byteLength > 0) break;
    break;
  }
  expect(stopped).toBe(true);
});

it('parseParts throws errors of its source, both within a part and between parts', async () => {
  const failing = (first: string) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(first)),
      pull: (controller) => controller.error(new HttpError(413)),
    });
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;
  await expect(read(failing(`${head}xxx`))).rejects.toThrow(HttpError);
  await expect(read(failing(`${head}xxx\r\n--${BOUNDARY}\r\n`))).rejects.toThrow(HttpError);
});

it.each([1, 1000, 100_000])(
  'parseParts rejects part headers of 40 kB in chunks of %i bytes',
  async (size) => {
    const head = `--${BOUNDARY}\r\nX-Long: ${'x'.repeat(40_000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;
    await expect(read(streamOf(Buffer.from(`${head}y\r\n--${BOUNDARY}--`), [size]))).rejects.toMatchObject({
      status: 400,
      errors: [expect.objectContaining({ detail: expect.stringContaining('longer than 16384 bytes') })],
    });
  },
);

it('part headers are trimmed of HTTP whitespace but not of other JavaScript whitespace', () => {
  expect(parsePartHeaders('\r\nX-A: \t a\u00a0 \t\r\nx-b:\r\nX-C:\t')).toEqual({
    'x-a': ['a\u00a0'],
    'x-b': [''],
    'x-c': [''],
  });
});

it('a chunk with many pieces is read without moving the remaining pieces', async () => {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`;
  const shift = vi.spyOn(Array.prototype, 'shift');
  onTestFinished(() => shift.mockRestore());
  const found = await read(streamOf(Buffer.from(`${part.repeat(90)}--${BOUNDARY}--`), [1_000_000]));
  const moved = shift.mock.contexts.filter((list) => (list as unknown[]).length > 10);
  expect([found.length, moved.length]).toEqual([90, 0]);
});
