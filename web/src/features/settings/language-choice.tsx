import { NativeSelect } from '@mantine/core';
import { chooseLanguage } from '../../base/language/choose.ts';
import { language, type Language, LANGUAGES } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

/** The language of the dashboard in this browser. Each is named in itself, for those who read no other. */
export function LanguageChoice() {
  return (
    <NativeSelect
      label={t('Language')}
      description={t('Of these pages, in this browser. Mails and the pages for clients are in English.')}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      value={language.code}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
    />
  );
}
