/** Such as `Instagram or Facebook`. */
export function namesInWords(names: readonly string[]): string {
  if (names.length === 0) return 'your accounts';
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
