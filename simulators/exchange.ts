/** A call of an app to a simulated network. */

export interface Exchange {
  request: Request;
  params: { [name: string]: string };
  url: URL;
}
