/** Sets the number of cases of each property in the project `fuzz`: 200, or WRIT_FUZZ_RUNS. */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

configureGlobal({ ...readConfigureGlobal(), numRuns: Number(process.env['WRIT_FUZZ_RUNS'] ?? 200) });
