import type { Router } from '@writ/annotations';
import { createApplication } from './application.ts';

/** The router of the server, which `writ routes` and other commands also read. */
export const router: Router = createApplication();
