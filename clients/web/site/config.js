/**
 * Where the service is. On another host, set both: the URL of the service without a slash at its
 * end, and the id under which your site is registered there (docs/web-client.md).
 */
export const API_URL = "";
export const CLIENT_ID = "play";
