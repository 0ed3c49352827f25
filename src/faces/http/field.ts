/** Names of fields inside a body: for people (`media[0].url`) and for programs (JSON pointer, RFC 6901). */

export type Path = readonly (string | number)[];

/** `media[0].url`. The caller chooses the names, so long or unusual ones are shortened and quoted. */
export function fieldName(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (/^[A-Za-z_][\w-]{0,63}$/.test(step)) return index === 0 ? step : `.${step}`;
      return index === 0 && path.length === 1 ? JSON.stringify(cut(step)) : `[${JSON.stringify(cut(step))}]`;
    })
    .join('');
}

/** `/media/0/url`; an empty string is the whole body. */
export function pointer(path: Path): string {
  return path.map((step) => `/${cut(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function cut(step: string): string {
  const text = step.toWellFormed();
  return text.length > 64 ? `${text.slice(0, 63).toWellFormed()}…` : text;
}
