/** The message of a Send API call: taken apart, and what Meta refuses about it. */
import type { Codes, Input } from '../shared/graph.ts';
import type { Dialect } from './dialect.ts';
import type { Attachment, Button } from './state.ts';

export interface Outgoing {
  text: string;
  attachments: Attachment[];
  choices: { title: string; payload: string }[];
  buttons: Button[];
  metadata: string | null;
}

/** What is wrong with a call, as the network says it. */
export interface Fault {
  codes: Codes;
  message: string;
}

type Fields = { [name: string]: unknown };

const MAX_CHOICES = 13;
const MAX_BUTTONS = 3;
const MAX_TITLE_CHARS = 20;
const MAX_PAYLOAD_CHARS = 1000;
const MAX_TEMPLATE_CHARS = 640;
const MAX_ELEMENTS = 10;
const FILE_TYPES = ['image', 'video', 'audio', 'file'];

export function outgoingOf(dialect: Dialect, given: Fields): Outgoing | Fault {
  const text = textIn(given, 'text');
  const attachment = objectIn(given, 'attachment');
  const choices = choicesOf(given['quick_replies']);
  if ('codes' in choices) return choices;
  const metadata = typeof given['metadata'] === 'string' ? given['metadata'] : null;
  const plain: Outgoing = { text, attachments: [], choices: choices.list, buttons: [], metadata };
  if (text === '' && attachment === null) return bad('(#100) The parameter message[text] is required');
  const tooLong = dialect.textFault(text);
  if (tooLong !== null) return bad(tooLong);
  if (attachment === null) return plain;
  if (text !== '') {
    if (!dialect.dropsAttachmentBesideText) return bad('(#100) Only one of text and attachment may be set.');
    return plain; // Instagram responds with success, and the attachment is lost
  }
  const type = textIn(attachment, 'type');
  const payload = objectIn(attachment, 'payload') ?? {};
  if (type === 'template') return templateOf(payload, plain);
  if (type === 'MEDIA_SHARE')
    return { ...plain, attachments: [{ type: 'share', url: null, more: { id: textIn(payload, 'id') } }] };
  const url = textIn(payload, 'url');
  if (!FILE_TYPES.includes(type))
    return bad(`(#100) Param message[attachment][type] must be one of {${FILE_TYPES.join(', ')}}`);
  if (!URL.canParse(url)) return bad('(#100) Param message[attachment][payload][url] must be a valid URI.');
  return { ...plain, attachments: [{ type, url, more: {} }] };
}

function choicesOf(given: unknown): { list: Outgoing['choices'] } | Fault {
  if (given === undefined) return { list: [] };
  if (!Array.isArray(given) || given.length === 0)
    return bad('(#100) Param message[quick_replies] must be an array.');
  if (given.length > MAX_CHOICES) {
    return bad(`(#100) Param message[quick_replies] has too many elements: the limit is ${MAX_CHOICES}.`);
  }
  const list: Outgoing['choices'] = [];
  for (const one of given as Fields[]) {
    const [title, payload, type] = [
      textIn(one, 'title'),
      textIn(one, 'payload'),
      textIn(one, 'content_type'),
    ];
    if (!['text', 'user_phone_number', 'user_email'].includes(type)) {
      return bad(
        '(#100) Param message[quick_replies][0][content_type] must be one of {text, user_phone_number, user_email}',
      );
    }
    if (type === 'text' && title === '')
      return bad('(#100) The parameter message[quick_replies][0][title] is required');
    if (payload.length > MAX_PAYLOAD_CHARS) return bad('(#100) Length of payload must be at most 1000');
    // a longer title is cut, not refused
    list.push({ title: Array.from(title).slice(0, MAX_TITLE_CHARS).join(''), payload });
  }
  return { list };
}

function templateOf(payload: Fields, plain: Outgoing): Outgoing | Fault {
  const type = textIn(payload, 'template_type');
  if (type === 'button') {
    const text = textIn(payload, 'text');
    if (text === '' || Array.from(text).length > MAX_TEMPLATE_CHARS) {
      return bad(`(#100) Length of param text must be between 1 and ${MAX_TEMPLATE_CHARS}`);
    }
    const buttons = buttonsOf(payload['buttons'], 1);
    return 'codes' in buttons ? buttons : { ...plain, text, buttons: buttons.list };
  }
  if (type !== 'generic') return bad('(#100) Param template_type must be one of {button, generic}');
  const elements = (Array.isArray(payload['elements']) ? payload['elements'] : []) as Fields[];
  if (elements.length === 0 || elements.length > MAX_ELEMENTS) {
    return bad(`(#100) Param elements must have 1 to ${MAX_ELEMENTS} elements`);
  }
  const found = elements.map((element) => buttonsOf(element['buttons'] ?? [], 0));
  const fault = found.find((one) => 'codes' in one);
  if (fault) return fault;
  const buttons = found.flatMap((one) => ('list' in one ? one.list : []));
  return { ...plain, text: elements.map((element) => textIn(element, 'title')).join('\n'), buttons };
}

function buttonsOf(given: unknown, least: number): { list: Button[] } | Fault {
  if (!Array.isArray(given) || given.length < least || given.length > MAX_BUTTONS) {
    return bad(`(#100) Param buttons must have ${least} to ${MAX_BUTTONS} elements`);
  }
  const list: Button[] = [];
  for (const one of given as Fields[]) {
    const [type, title, url] = [textIn(one, 'type'), textIn(one, 'title'), textIn(one, 'url')];
    if (title === '' || Array.from(title).length > MAX_TITLE_CHARS) {
      return bad(`(#100) Length of param title must be between 1 and ${MAX_TITLE_CHARS}`);
    }
    if (type === 'web_url' && URL.canParse(url)) list.push({ title, url, payload: null });
    else if (type === 'postback') list.push({ title, url: null, payload: textIn(one, 'payload') });
    else return bad('(#100) Param buttons must be of type {web_url, postback} and complete');
  }
  return { list };
}

export function bad(message: string): Fault {
  return { codes: { code: 100 }, message };
}

/** An object of the call, as JSON or as a text that holds JSON (in forms). */
export function objectIn(input: Input | Fields, name: string): Fields | null {
  const given = input[name];
  if (typeof given === 'string') {
    try {
      return asObject(JSON.parse(given));
    } catch {
      return null; // no JSON is no object
    }
  }
  return asObject(given);
}

function asObject(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function textIn(input: Fields, name: string): string {
  const value = input[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
