/** Fields of a request body. */

export type Body = { [name: string]: unknown };

export async function bodyOf(request: Request): Promise<Body> {
  try {
    return (await request.json()) as Body;
  } catch {
    return {}; // what is missing is named in the answer
  }
}

export function textIn(body: Body, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}
