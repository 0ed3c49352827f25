/** The field to answer a conversation. */
import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, type Conversation } from '../../base/api.ts';
import { Composer } from '../../base/parts/composer.tsx';
import { latestAfter } from '../../base/parts/latest-after.ts';
import { useCachedResponse } from '../../base/parts/kept-answers.ts';
import { messageLimits, networkName } from '../../base/parts/network.tsx';
import { type Sending, useSend } from '../../base/parts/send.ts';
import { DropArea } from '../../base/parts/drop-area.tsx';
import { type AnswerFile, FileChoice, AnswerFileView, useAnswerFile, useTakesFiles } from './answer-file.tsx';
import { useWorkspace } from '../../base/session.ts';
import { withReply } from './fill-reply.ts';
import { personName } from './names.ts';
import { newestMessageId } from './queries.ts';
import { SavedReplyPicker } from './saved-reply-picker.tsx';
import { ANSWER_FIELD } from './fields.ts';
import { t } from '../../base/language/text.ts';

export function AnswerField({ conversation }: { conversation: Conversation }) {
  const { id, platform } = conversation;
  const [text, setText] = useCachedResponse(id);
  const file = useAnswerFile();
  const { sending, sendAnyway } = useAnswer(conversation, file);
  const limits = messageLimits(platform);
  const takesFiles = useTakesFiles(limits?.fileTypes ?? []);
  const network = networkName(platform);
  const insert = (reply: string) => {
    setText(withReply(text, reply));
    // once the dialog is closed, which takes the focus
    setTimeout(() => document.getElementById(ANSWER_FIELD)?.focus(), 250);
  };
  const tools = (
    <Group gap={4} wrap="nowrap">
      {takesFiles && <FileChoice fileTypes={limits!.fileTypes} add={file.add} />}
      <SavedReplyPicker conversation={conversation} insert={insert} />
    </Group>
  );
  const composer = (
    <Composer
      fieldId={ANSWER_FIELD}
      answerId={id}
      sending={sending}
      label={t('Answer to {person}', { person: personName(conversation) })}
      placeholder={t('Answer {person} …', { person: personName(conversation) })}
      network={network}
      limits={limits}
      hasFile={file.url !== null}
      unknownText={t(
        '{network} has not responded in time. The message above shows what becomes of it: do not write it again before that.',
        { network },
      )}
      answered={{
        text: t('Somebody has answered meanwhile: the answer is above. Yours was not sent.'),
        sendAnyway,
      }}
      tools={tools}
    >
      <AnswerFileView file={file} />
    </Composer>
  );
  return takesFiles ? <DropArea onFiles={file.add}>{composer}</DropArea> : composer;
}

/**
 * Sends the file first and the text after it, each as a message of its own: networks take one or the other. Each has an Idempotency-Key of
 * its own, so that a repeat sends neither twice.
 */
function useAnswer({ id }: Conversation, file: AnswerFile) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const isAnyway = useRef(false);
  /** What is sent once the file is. */
  const textAfter = useRef('');
  /** The message that was sent from here just now: it is no answer of somebody else. */
  const own = useRef<string | null>(null);
  const request = async (
    message: { message: string } | { attachments: string[] },
    idempotencyKey: string,
  ) => {
    const after = isAnyway.current
      ? undefined
      : (own.current ?? newestMessageId(queries, slug, id) ?? undefined);
    const newest = latestAfter(idempotencyKey, after);
    const sent = await call(
      'sendMessage',
      { id, workspace: slug, ...message, ...newest },
      { idempotencyKey },
    );
    own.current = 'attachments' in message ? sent.message.id : null;
    return sent;
  };
  const more = { changes: ['inbox', slug], isListed: true };
  const ofText = useSend(id, { ...more, request: (message, key) => request({ message }, key) });
  const ofFile = useSend(`${id}.file`, {
    ...more,
    request: async (url, key) => {
      await request({ attachments: [url] }, key);
      file.clear();
      if (textAfter.current.trim() !== '') ofText.send(textAfter.current);
      else isAnyway.current = false;
    },
  });
  const send = (message: string) => {
    textAfter.current = message;
    if (file.url === null) ofText.send(message);
    else ofFile.send(file.url);
  };
  const sending: Sending = {
    send: (message) => {
      isAnyway.current = false;
      own.current = null;
      send(message);
    },
    isSending: ofText.isSending || ofFile.isSending,
    error: ofFile.error ?? ofText.error,
    forget: () => {
      ofText.forget();
      ofFile.forget();
    },
  };
  const sendAnyway = (message: string) => {
    isAnyway.current = true;
    send(message);
  };
  return { sending, sendAnyway };
}
