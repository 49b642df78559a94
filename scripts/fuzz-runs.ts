/** How many cases each property of the project `fuzz` has: bounded, more by WRIT_FUZZ_RUNS. */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

configureGlobal({ ...readConfigureGlobal(), numRuns: Number(process.env['WRIT_FUZZ_RUNS'] ?? 200) });
