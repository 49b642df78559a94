import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Diagnostic, SourceText } from '@writ/diagnostics';
import { describeAddressFault, type ProfileSource } from '../config/profile-path.ts';
import type { ProfileDefinition } from '../data/definition.ts';
import { refusal } from '../finding-codes.ts';
import { readDefinition, type ReadDefinition } from './definition.ts';

/** Maximum size in bytes, the same as for configurations. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Reads a Python profile without running it, like `readPythonProfile` of `@writ/convert`. The path may refer
 * to any file on the machine, so the content of a file that is not a profile must not be printed.
 */
export type PythonReader = (
  file: string,
  bytes: Uint8Array,
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<ReadDefinition>;

export interface ProfileRequest {
  readonly signal?: AbortSignal | undefined;
  /** The reader of Python profiles. Without it, Python profiles are refused. */
  readonly readPython?: PythonReader | undefined;
  /**
   * The configuration's file name or address. Relative paths are resolved from its folder or, for an address or
   * standard input, from the working directory.
   */
  readonly config: string;
  /**
   * The content of the file that `profile.path` names; if present, the file is not read. Ignored if
   * `profile.path` is an address.
   */
  readonly content?: Uint8Array | undefined;
  /** Whether a file on this machine may be read (default: true). If false, a path requires `content`. */
  readonly localFiles?: boolean | undefined;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ReadProfile {
  /** Absent if a finding has severity `error`. */
  readonly definition?: ProfileDefinition;
  readonly findings: readonly Diagnostic[];
  /**
   * The source of excerpts; absent if the profile could not be read, or is written in Python and there is no
   * reader.
   */
  readonly source?: SourceText;
}

/**
 * Reads the definition at `profile.path`, which is JSON or a Python profile with literal lists. A profile that
 * cannot be read is reported as a finding.
 */
export async function readProfile(source: ProfileSource, request: ProfileRequest): Promise<ReadProfile> {
  const name = source.kind === 'file' ? source.path : withoutCredentials(source.address);
  if (source.kind === 'file' && request.content === undefined && request.localFiles === false) {
    return { findings: [missingContent(name)] };
  }
  let bytes: Uint8Array;
  try {
    bytes =
      source.kind === 'file'
        ? (request.content ?? (await readLocalFile(resolve(folderOf(request.config), source.path))))
        : await fetchPinned(source, request);
  } catch (error) {
    return { findings: [unreadableProfile(name, (error as Error).message)] };
  }
  if (!isPython(name, bytes)) return readDefinition(name, bytes);
  const { readPython, signal } = request;
  return readPython === undefined ? { findings: [missingReader(name)] } : readPython(name, bytes, { signal });
}

/**
 * Returns the folder of a configuration; the working directory if the configuration was read from an address or
 * standard input.
 */
function folderOf(config: string): string {
  return config.includes('://') ? '.' : dirname(config);
}

function unreadableProfile(name: string, why: string): Diagnostic {
  return refusal('profile-unreadable', `the profile definition ${name} cannot be read: ${why}`, {
    pointer: '/profile/path',
  });
}

function missingContent(name: string): Diagnostic {
  return refusal(
    'profile-unreadable',
    `the profile definition ${name} is a file whose content was not passed`,
    {
      pointer: '/profile/path',
      hint: 'pass the content of the file as profile, or write its address with its SHA-256 in profile.path',
    },
  );
}

function missingReader(name: string): Diagnostic {
  return refusal(
    'profile-python',
    `the profile ${name} is not JSON, and no reader for Python profiles was passed`,
    {
      pointer: '/profile/path',
      hint: 'write the profile as JSON, or pass readPython: readPythonProfile from @writ/convert',
    },
  );
}

/** Removes the user name, the password and the query from an address, because they may contain secrets. */
function withoutCredentials(address: string): string {
  return address.replace(/^([a-z]+:\/\/)[^/?]*@/i, '$1').split('?', 1)[0] ?? '';
}

function isPython(name: string, bytes: Uint8Array): boolean {
  if (/\.json$/i.test(name)) return false;
  if (/\.py$/i.test(name)) return true;
  return !/^\uFEFF?\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

async function readLocalFile(path: string): Promise<Uint8Array> {
  // The kind of file is checked before it is opened, because reading a pipe or a device may block or never
  // end.
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'the file does not exist' : error.message, { cause: error });
  });
  if (!found.isFile()) throw new Error('it is not a regular file');
  if (found.size > MAX_BYTES) throw new Error(tooLarge);
  return readFile(path);
}

const tooLarge = 'it is larger than 1 MiB';

async function fetchPinned(
  source: Extract<ProfileSource, { kind: 'address' }>,
  { signal, fetch: fetchAddress = globalThis.fetch }: ProfileRequest,
): Promise<Uint8Array> {
  const fault = describeAddressFault(source);
  if (fault !== undefined) throw new Error(fault);
  const { address, sha256 } = source;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetchAddress(address, {
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  }).catch((error: unknown) => {
    const { cause, message } = error as Error;
    throw new Error(cause instanceof Error && cause.message !== '' ? cause.message : message, {
      cause: error,
    });
  });
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
  const bytes = await readBody(response);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== sha256) {
    throw new Error(`its content does not match the digest: its SHA-256 is ${digest}, not ${sha256}`);
  }
  return bytes;
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
