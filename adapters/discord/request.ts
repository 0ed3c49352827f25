/** The one call that publishes. The webhook's address is a password, so it never goes into a log or reason. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, OpenedMedia, Plan } from '../port/publish.ts';

/** The whole request may have 25 MiB; the difference is for the form around the files. */
const MAX_BYTES = 24 * 1024 * 1024;

/** Always with `wait=true`: without it Discord responds before the message is saved and reports no failure. */
export function executeRequest(
  { endpoints, credentials }: AccountAccess,
  plan: Plan,
  files: OpenedMedia[],
): Request {
  const webhook = `${encodeURIComponent(credentials['webhookId'] ?? '')}/${encodeURIComponent(credentials['webhookToken'] ?? '')}`;
  const payload = {
    content: plan.text,
    allowed_mentions: { parse: [] }, // "@everyone" in a text notifies nobody
    ...(files.length === 0 ? {} : { attachments: plan.media.map(attachment) }),
  };
  const json = JSON.stringify(payload);
  return new Request(`${endpoints['api']}/webhooks/${webhook}?wait=true`, {
    method: 'POST',
    redirect: 'manual', // the address contains the token: a redirect would send it to another host
    ...(files.length === 0
      ? { body: json, headers: { 'content-type': 'application/json' } }
      : { body: form(json, plan.media, files) }),
  });
}

/** Why Discord would refuse the files together; null if nothing is known against them. */
export function tooLarge(files: OpenedMedia[]): string | null {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return bytes > MAX_BYTES
    ? `media has ${bytes} bytes and Discord takes ${MAX_BYTES} in one post: make the images smaller`
    : null;
}

function form(json: string, media: MediaItem[], files: OpenedMedia[]): FormData {
  const form = new FormData();
  form.set('payload_json', json);
  for (const [id, item] of media.entries()) {
    const file = files[id];
    if (!file) continue;
    form.set(`files[${id}]`, new File([file.bytes], fileName(item, id), { type: file.contentType }));
  }
  return form;
}

function attachment(item: MediaItem, id: number) {
  const description = item.alt === undefined ? {} : { description: item.alt };
  return { id: String(id), filename: fileName(item, id), ...description };
}

function fileName({ extension }: MediaItem, id: number): string {
  return `image-${id + 1}.${extension}`;
}
