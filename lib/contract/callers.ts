/** Names of the key header, in the seed document and in the SDKs. Both mean the same. */
export const KEY_HEADERS = ["x-data-api-key", "x-glacier-api-key"] as const;

/** Proves that a request comes from this Firn's own processes: the content of FIRN_API_SECRET. */
export const SECRET_HEADER = "x-firn-secret";

/**
 * Who a reader of the web is to the rate limit: `clientOf` of the request to the web. The process with the connection
 * writes it, replacing any header of that name; the API believes it beside the secret only.
 */
export const VISITOR_HEADER = "x-firn-visitor";
