/** The methods that OpenAPI documents and responses to `OPTIONS *` list for a route with the method `ANY`. */
export const METHODS_OF_ANY: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
