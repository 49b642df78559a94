/** What `ANY` is said to answer: of all methods those that clients use. */
export const METHODS_OF_ANY: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
