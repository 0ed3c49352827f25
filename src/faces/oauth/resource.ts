/** The addresses that tokens are for (RFC 8707, RFC 9728): the tools, and the whole service. */

export const toolsAddress = (baseUrl: string): string => `${baseUrl}/mcp`;

/**
 * The address of this service that an app names as `resource`, in its one spelling; null if it is another server's.
 * @param resource undefined: none was named, so the tools are meant
 */
export function ownResource(resource: string | undefined, baseUrl: string): string | null {
  if (resource === undefined) return toolsAddress(baseUrl);
  const url = URL.parse(resource);
  if (url === null || resource.includes('#')) return null;
  const spelled = url.href.replace(/\/$/, '');
  return [toolsAddress(baseUrl), baseUrl].find((own) => own === spelled) ?? null;
}
