/**
 * The page of the API's reference (`/app/reference`): every operation of `/v1/openapi.json` with its examples, tried with the
 * reader's own key. It is a page of its own, so that the dashboard loads nothing of the viewer. No request leaves the
 * installation: nothing is validated elsewhere, and the key is stored nowhere (test/web/reference.test.ts).
 */
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

/** The viewer's own dark colours follow this class. */
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
showScheme();
prefersDark.addEventListener('change', showScheme);

interface Parameter {
  required?: boolean;
  example?: unknown;
  schema?: { example?: unknown; examples?: unknown };
}

interface Description {
  servers: { url: string }[];
  paths: { [path: string]: { [method: string]: { parameters?: Parameter[] } } };
}

/** The viewer fills examples into its form: what is optional is left to the reader. */
function withoutOptionalExamples(parameter: Parameter): Parameter {
  if (parameter.required) return parameter;
  const { example: _, schema: { example: __, examples: ___, ...schema } = {}, ...rest } = parameter;
  return { ...rest, schema };
}

/** The description, for the address at which this page was opened: an installation may have several names. */
async function readDescription(): Promise<Description> {
  const response = await fetch('/v1/openapi.json', { credentials: 'omit' });
  const description: Description = await response.json();
  for (const operation of Object.values(description.paths).flatMap((methods) => Object.values(methods)))
    if (operation.parameters) operation.parameters = operation.parameters.map(withoutOptionalExamples);
  return { ...description, servers: [{ url: window.location.origin }] };
}

function showReference(spec: Description): void {
  SwaggerUI({
    dom_id: '#reference',
    spec,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    // the description is checked by our own tests and not by a site elsewhere
    validatorUrl: null,
    // an operation runs for the key that was entered, never for the person who is signed in to the dashboard
    requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
  });
}

function showFault(): void {
  document.querySelector('#reference')!.textContent =
    'The description of the API could not be loaded. Reload the page to try again.';
}

void readDescription().then(showReference, showFault);
