/** Input that is not what it should be; the message names the field. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
