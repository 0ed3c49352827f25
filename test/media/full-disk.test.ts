/** A disk that becomes full while files arrive. Writes go to /dev/full, so the kernel itself returns ENOSPC. */
import fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** From now on new files below a folder find no room. @returns a function that makes room again */
function fillDisk(t: Test, folder: string): () => void {
  const openSync = fs.openSync;
  const room = () => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  };
  fs.openSync = (path, flags, mode) =>
    String(path).startsWith(folder) && flags === 'wx'
      ? openSync('/dev/full', 'w')
      : openSync(path, flags, mode);
  syncBuiltinESMExports();
  t.teardown(room);
  return room;
}

void t.test('an upload to a full disk is 507, and is accepted when there is room again', async (t) => {
  const mediaFolder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder });
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const upload = async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    const response = await fetch(`${running.baseUrl}/v1/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.key}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as { code?: string; error?: string } };
  };
  const makeRoom = fillDisk(t, mediaFolder);
  const refused = await upload();
  t.equal(refused.status, 507);
  t.match(refused.body, { code: 'storage_full', error: /disk for media is full.*make room/ });
  const url = `${running.sandbox.url}/samples/photo.jpg`;
  const downloaded = await running.call('POST', '/v1/media', { url });
  t.equal(downloaded.status, 507);
  t.same(await readdir(join(mediaFolder, 'incoming')), [], 'nothing is half kept');
  makeRoom();
  t.equal((await upload()).status, 200);
});
