/** The file name of a submitted configuration in findings. */
export const CONFIGURATION_NAME = 'configuration';

/** The file name of submitted credentials in findings. */
export const CREDENTIALS_NAME = 'credentials';

/** The file name of a submitted package lock in findings. */
export const LOCK_NAME = 'lock';

/** The file name of a submitted template in findings. */
export const TEMPLATE_NAME = 'template';

/** The file name of a submitted table in findings. */
export const TABLE_NAME = 'table';
