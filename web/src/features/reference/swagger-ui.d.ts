/** What of the viewer is used here; it brings no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    dom_id: string;
    /** An OpenAPI document, parsed. */
    spec: object;
    deepLinking: boolean;
    docExpansion: 'list';
    /** How deep the schemas below the operations are opened; -1 if they are not shown. */
    defaultModelsExpandDepth: number;
    filter: boolean;
    tryItOutEnabled: boolean;
    displayRequestDuration: boolean;
    /** Whether a key is kept in the browser's storage. */
    persistAuthorization: boolean;
    /** A site that checks the description; null if none does. */
    validatorUrl: string | null;
    requestInterceptor: (request: RequestInit & { url: string }) => RequestInit & { url: string };
  }
  export default function SwaggerUI(options: Options): void;
}
