/** Routes outside the tables of operations that only pages of this service call. */
import type { Static, TObject } from 'typebox';
import { Problem } from '../../api/problem.ts';
import { bodyOf, type Exchange, type RawRoute } from '../../api/exchange.ts';
import { isSameOrigin, type Sessions } from '../../features/auth/sessions.ts';
import { compileBody } from '../http/check.ts';
import { parseBody, requireJson } from '../http/json-body.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * A route that checks the name of this service in the request, its body and, for changes, that a page of this service
 * made the request.
 */
export const pageRoute =
  (sessions: Pick<Sessions, 'insistOnOwnHost'>) =>
  <Body extends TObject>(
    method: RawRoute['method'],
    path: string,
    schema: Body | null,
    handle: (exchange: Exchange, body: Static<Body>) => Promise<void>,
  ): RawRoute => {
    const check = schema === null ? null : compileBody(schema);
    return {
      method,
      path,
      async handle(exchange) {
        sessions.insistOnOwnHost(exchange.header('host'));
        if (method !== 'GET') insistOnOwnPage(exchange);
        if (check === null) return handle(exchange, {} as Static<Body>);
        requireJson(exchange.header('content-type'));
        const body = parseBody(await bodyOf(exchange, MAX_BODY_BYTES));
        check(body);
        return handle(exchange, body as Static<Body>);
      },
    };
  };

function insistOnOwnPage(exchange: Exchange): void {
  if (isSameOrigin((name) => exchange.header(name))) return;
  throw new Problem(
    'foreign_origin',
    'only the pages of the dashboard may call this; programs use the API with an API key',
  );
}
