import type { SmugglingCase } from './case.ts';
import { CHUNK_CASES } from './chunk-cases.ts';
import { LENGTH_CASES } from './length-cases.ts';
import { LINE_CASES } from './line-cases.ts';

/** Known classes of request smuggling, and similar but valid streams. */
export const SMUGGLING: readonly SmugglingCase[] = [...LENGTH_CASES, ...CHUNK_CASES, ...LINE_CASES];
