import { createServer, type IncomingHttpHeaders } from 'node:http';
import t from 'tap';
import { createTroupe, verifyWebhook } from '../../clients/typescript/src/index.ts';
import { listenLocally } from '../support/local-server.ts';
import { startService } from '../support/service.ts';

void t.test(
  'a webhook of the service is genuine; a changed, old, foreign or unsigned one is not',
  async (t) => {
    const came = Promise.withResolvers<{ body: Buffer; headers: IncomingHttpHeaders }>();
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        came.resolve({ body: Buffer.concat(chunks), headers: request.headers });
        response.writeHead(204).end();
      });
    });
    const origin = await listenLocally(t, server);
    const { baseUrl, key, accounts } = await startService(t, { allowedOrigins: [origin] });
    const troupe = createTroupe({ baseUrl, key });
    const { webhook } = await troupe.createWebhook({ url: `${origin}/`, events: ['post.published'] });
    const { post } = await troupe.createPost({
      content: 'Hello',
      accountIds: [accounts['telegram']!],
      publishNow: true,
    });
    const { body, headers } = await came.promise;
    const secret = webhook.secret;

    const { id, event } = await verifyWebhook({ body, headers, secret });
    t.equal(id, headers['webhook-id']);
    if (event.event === 'post.published') t.equal(event.post.id, post.id);
    else t.fail(event.event);
    const other = `whsec_${Buffer.from('another').toString('base64')}`;
    await verifyWebhook({ body: body.toString(), headers, secret: [other, secret] });
    await verifyWebhook({ body, headers: new Headers(headers as { [name: string]: string }), secret });
    const two = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${String(headers['webhook-signature'])}` };
    await verifyWebhook({ body, headers: two, secret });

    const changed = body.toString().replace('Hello', 'Jello');
    const wrong = { name: 'WebhookError', code: 'wrong_signature' };
    await t.rejects(verifyWebhook({ body: changed, headers, secret }), wrong);
    await t.rejects(verifyWebhook({ body, headers, secret: other }), wrong);
    await t.rejects(
      verifyWebhook({ body, headers: { ...headers, 'webhook-id': 'evt_other' }, secret }),
      wrong,
    );
    const { 'webhook-signature': _, ...unsigned } = headers;
    await t.rejects(verifyWebhook({ body, headers: unsigned, secret }), {
      code: 'header_missing',
      name: 'WebhookError',
    });
    const sentAt = Number(headers['webhook-timestamp']) * 1_000;
    await verifyWebhook({ body, headers, secret, now: sentAt + 300_000 });
    const old = { name: 'WebhookError', code: 'too_old' };
    for (const now of [sentAt + 301_000, sentAt - 301_000])
      await t.rejects(verifyWebhook({ body, headers, secret, now }), old);
    await t.rejects(
      verifyWebhook({ body, headers: { ...headers, 'webhook-timestamp': 'now' }, secret }),
      old,
    );
    await t.rejects(verifyWebhook({ body, headers, secret: 'plain' }), {
      name: 'TypeError',
      message: /whsec_/,
    });
  },
);
