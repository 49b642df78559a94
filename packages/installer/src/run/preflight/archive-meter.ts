/** Limits for the content of an archive. */
export interface ArchiveLimits {
  /** Unpacked size of the whole archive in bytes. */
  readonly bytes: number;
  /** Number of files and folders. */
  readonly entries: number;
  /** Size of one file in bytes. */
  readonly entry: number;
}

/** Measures the content of an archive while it is unpacked. */
export interface ArchiveMeter {
  /** Reads the next bytes of the archive in ustar format. Returns false if a limit is exceeded. */
  readonly write: (chunk: Buffer) => boolean;
  /**
   * Describes the exceeded limit, as a phrase that follows the archive's name; returns undefined if no limit is
   * exceeded.
   */
  violation(): string | undefined;
}

const BLOCK = 512;

export function createArchiveMeter(limits: ArchiveLimits): ArchiveMeter {
  let fault: string | undefined;
  let bytes = 0;
  let entries = 0;
  /** Remaining bytes of the current file, including the padding of its last block. */
  let content = 0;
  /** The beginning of an incomplete header. */
  let header: Buffer = Buffer.alloc(0);

  const countEntry = (block: Buffer): void => {
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
        const part = chunk.subarray(at, at + BLOCK - header.length);
        header = header.length === 0 ? part : Buffer.concat([header, part]);
        at += part.length;
        if (header.length < BLOCK) break;
        countEntry(header);
        header = Buffer.alloc(0);
      }
      return fault === undefined;
    },
    violation: () => fault,
  };
}

/**
 * Parses the octal size. A size that is too large for this notation is encoded differently, and exceeds every
 * limit anyway.
 */
function readEntrySize(header: Buffer): number {
  const digits = header.toString('latin1', 124, 136).replace(/[\0 ]+$/, '');
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Infinity;
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}
