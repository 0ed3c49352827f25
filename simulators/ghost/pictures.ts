/** Uploading pictures. */
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { refusal } from './errors.ts';
import { PICTURES, type State } from './state.ts';

export async function upload(world: World<State>, { request, params }: Exchange): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File)) return refusal(422, 'ValidationError', 'Please select an image.');
  if (!PICTURES.includes(file.type)) {
    return refusal(415, 'UnsupportedMediaTypeError', 'Please select a valid image.');
  }
  const kept = world.keepMedia(new Uint8Array(await file.arrayBuffer()), file.type);
  const [year, month] = new Date(world.now()).toISOString().split('-');
  const url = `${world.baseUrl}/${params['site']}/content/images/${year}/${month}/${world.nextNumber()}-${file.name}`;
  world.state.pictures[url] = { url: kept, type: file.type, bytes: file.size };
  return Response.json({ images: [{ url, ref: form?.get('ref') ?? null }] }, { status: 201 });
}
