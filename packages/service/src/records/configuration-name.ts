/** The file name of a submitted configuration in findings. */
export const CONFIGURATION_NAME = 'configuration';
