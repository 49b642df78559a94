/** What an archive may hold at most. */
export interface ArchiveLimits {
  /** Bytes of the whole archive, unpacked. */
  readonly bytes: number;
  /** Files and folders. */
  readonly entries: number;
  /** Bytes of one file. */
  readonly entry: number;
}

/** Counts what an archive holds while it is unpacked. */
export interface ArchiveMeter {
  /** Takes the next bytes of the archive in the format ustar; false once it holds too much. */
  readonly write: (chunk: Buffer) => boolean;
  /** In words that follow its name. */
  violation(): string | undefined;
}

const BLOCK = 512;

export function createArchiveMeter(limits: ArchiveLimits): ArchiveMeter {
  let fault: string | undefined;
  let bytes = 0;
  let entries = 0;
  /** Bytes of the current file that are still to come, with what fills its last block. */
  let content = 0;
  /** The begin of a header whose rest is still to come. */
  let header: Buffer = Buffer.alloc(0);

  const judge = (block: Buffer): void => {
    // Two empty blocks end the archive.
    if (block.every((byte) => byte === 0)) return;
    entries += 1;
    const size = readEntrySize(block);
    if (entries > limits.entries) fault = `contains more than ${formatCount(limits.entries)} files`;
    else if (size > limits.entry) fault = `contains a file larger than ${formatCount(limits.entry)} bytes`;
    content = Math.ceil(size / BLOCK) * BLOCK;
  };

  return {
    write(chunk) {
      bytes += chunk.length;
      if (bytes > limits.bytes) fault ??= `unpacks to more than ${formatCount(limits.bytes)} bytes`;
      for (let at = 0; at < chunk.length;) {
        if (fault !== undefined) return false;
        const skipped = Math.min(content, chunk.length - at);
        content -= skipped;
        at += skipped;
        const taken = chunk.subarray(at, at + BLOCK - header.length);
        header = header.length === 0 ? taken : Buffer.concat([header, taken]);
        at += taken.length;
        if (header.length < BLOCK) break;
        judge(header);
        header = Buffer.alloc(0);
      }
      return fault === undefined;
    },
    violation: () => fault,
  };
}

/** Octal digits; a number that needs more is written in another way, and is too large in any case. */
function readEntrySize(header: Buffer): number {
  const digits = header.toString('latin1', 124, 136).replace(/[\0 ]+$/, '');
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Infinity;
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}
