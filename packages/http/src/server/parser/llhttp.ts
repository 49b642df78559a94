import { readLlhttp } from './llhttp-module.ts';

/** Functions of the WebAssembly module. Pointers are addresses in its memory. */
export interface LlhttpExports {
  readonly memory: WebAssembly.Memory;
  malloc(size: number): number;
  llhttp_alloc(type: number): number;
  llhttp_free(parser: number): void;
  llhttp_execute(parser: number, data: number, length: number): number;
  llhttp_resume(parser: number): void;
  llhttp_resume_after_upgrade(parser: number): void;
  llhttp_get_error_pos(parser: number): number;
  llhttp_should_keep_alive(parser: number): number;
  llhttp_get_method(parser: number): number;
  llhttp_get_http_major(parser: number): number;
  llhttp_get_http_minor(parser: number): number;
}

/** Receives the parts that llhttp finds. Positions are offsets in the data. Any result other than `OK` stops llhttp. */
export interface LlhttpCallbacks {
  onBegin(): number;
  onTarget(at: number, length: number): number;
  onName(at: number, length: number): number;
  onValue(at: number, length: number): number;
  onHeadersComplete(upgrade: boolean, isPersistent: boolean): number;
  onBodyPart(at: number, length: number): number;
  onComplete(): number;
}

/** Results of llhttp and its callbacks. */
export const OK = 0;
export const PAUSED = 21;
export const PAUSED_UPGRADE = 22;
export const USER_ERROR = 24;
/** Result of `onHeadersComplete` if another protocol follows. */
export const UPGRADED = 2;

/** Maximum number of bytes per call to llhttp. */
export const INPUT_SIZE = 65_536;

const REQUEST = 1;

/** @throws Error if the code runs in a bundle that does not contain the bytes */
function loadBytes(): Uint8Array<ArrayBuffer> {
  try {
    return readLlhttp();
  } catch (cause) {
    throw new Error(
      "the transport 'fast' cannot load llhttp.wasm from @writ/http: leave @writ/http out of the bundle, copy the file next to the bundle, or use the transport 'node'",
      { cause },
    );
  }
}

/** @throws Error if Node runs without WebAssembly (`--jitless`) or with too little virtual memory (`ulimit -v`) */
function instantiate(imports: WebAssembly.Imports): LlhttpExports {
  const bytes = loadBytes();
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)
      .exports as unknown as LlhttpExports;
  } catch (cause) {
    throw new Error(
      `the transport 'fast' cannot run WebAssembly (${(cause as Error).message}): run Node without --jitless and without a limit on virtual memory (ulimit -v), or use the transport 'node'`,
      { cause },
    );
  }
}

/** An instance of llhttp that the parsers of a server share. */
export class Llhttp {
  readonly exports: LlhttpExports;
  /** The callbacks of the parser that is running. */
  current: LlhttpCallbacks | undefined = undefined;
  /** Positions in the head that is being parsed. */
  readonly spans: number[] = [];
  /** Address of the data to parse. */
  readonly #input: number;
  #bytes: Uint8Array;

  constructor() {
    this.exports = instantiate({
      env: {
        wasm_on_message_begin: () => this.current!.onBegin(),
        wasm_on_url: (_parser: number, at: number, length: number) =>
          this.current!.onTarget(at - this.#input, length),
        wasm_on_status: () => OK,
        wasm_on_header_field: (_parser: number, at: number, length: number) =>
          this.current!.onName(at - this.#input, length),
        wasm_on_header_value: (_parser: number, at: number, length: number) =>
          this.current!.onValue(at - this.#input, length),
        wasm_on_headers_complete: (_parser: number, _status: number, upgrade: number, isPersistent: number) =>
          this.current!.onHeadersComplete(upgrade !== 0, isPersistent !== 0),
        wasm_on_body: (_parser: number, at: number, length: number) =>
          this.current!.onBodyPart(at - this.#input, length),
        wasm_on_message_complete: () => this.current!.onComplete(),
      },
    });
    this.#input = this.exports.malloc(INPUT_SIZE);
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
  }

  /** Allocates a parser for requests and returns its address. */
  allocate(): number {
    return this.exports.llhttp_alloc(REQUEST);
  }

  /** Copies the data to llhttp's memory. */
  load(data: Uint8Array): void {
    // WebAssembly replaces the buffer when the memory grows, and detaches the previous one.
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.exports.memory.buffer);
    this.#bytes.set(data, this.#input);
  }

  /** Runs the parser on the loaded data and returns llhttp's result. */
  execute(parser: number, length: number, callbacks: LlhttpCallbacks): number {
    this.current = callbacks;
    const result = this.exports.llhttp_execute(parser, this.#input, length);
    this.current = undefined;
    return result;
  }

  /** Returns the offset in the data at which the parser stopped. */
  position(parser: number): number {
    return this.exports.llhttp_get_error_pos(parser) - this.#input;
  }
}
