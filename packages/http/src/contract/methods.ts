/** The methods that documents list for `ANY`: those that clients use. */
export const METHODS_OF_ANY: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
