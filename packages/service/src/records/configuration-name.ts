/** The file name of a submitted configuration in findings. */
export const CONFIGURATION_NAME = 'configuration';

/** The file name of submitted credentials in findings. */
export const CREDENTIALS_NAME = 'credentials';

/** The file name of a submitted package lock in findings. */
export const LOCK_NAME = 'lock';
