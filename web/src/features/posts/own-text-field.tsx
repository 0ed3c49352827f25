import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import { t } from '../../base/language/text.ts';

interface OwnTextProps {
  /** The account with its network, for screen readers. */
  who: string;
  /** null means that it gets the text of its network, or the common one. */
  text: string | null;
  /** What its own text starts with. */
  start: string;
  onChange: (text: string | null) => void;
}

/** A text of its own for one of several accounts of a network. */
export function OwnText({ who, text, start, onChange }: OwnTextProps) {
  return (
    <>
      <div>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(text === null ? start : null)}>
          {text === null ? t('Other text') : t('Back to the common text')}
          <VisuallyHidden> {t('for {who}', { who })}</VisuallyHidden>
        </Button>
      </div>
      {text !== null && (
        <Textarea
          aria-label={t('Text for {who}', { who })}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={LIMITS.postContent}
          dir="auto"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
