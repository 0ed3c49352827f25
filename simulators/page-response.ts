/** A page of the sandbox as a response: nothing from elsewhere runs or is sent, but pictures may come from anywhere. */

/**
 * @param write the page; it marks its own scripts with the nonce
 * @param submits the page has forms that the browser itself submits
 */
export function pageResponse(request: Request, write: (nonce: string) => string, submits = false): Response {
  const nonce = crypto.randomUUID();
  return new Response(request.method === 'HEAD' ? null : write(nonce), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        `script-src 'nonce-${nonce}'`,
        "connect-src 'self'",
        "img-src 'self' http: https:",
        "media-src 'self' http: https:",
        "base-uri 'none'",
        `form-action ${submits ? "'self'" : "'none'"}`,
      ].join('; '),
    },
  });
}
