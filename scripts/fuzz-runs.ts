/** Sets the number of cases per property in the project `fuzz`: WRIT_FUZZ_RUNS (default: 100). */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

configureGlobal({ ...readConfigureGlobal(), numRuns: Number(process.env['WRIT_FUZZ_RUNS'] ?? 100) });
