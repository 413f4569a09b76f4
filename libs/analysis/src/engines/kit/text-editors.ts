/** The calls by which editors take the place of a `<textarea>`. */
const TAKES_PLACE = new RegExp(
  String.raw`\bnew\s+(?:EasyMDE|SimpleMDE|Jodit)\b|\bCodeMirror\.fromTextArea\(|\btiny(?:mce|MCE)\.init\(|` +
    String.raw`\bCKEDITOR\.replace(?:All)?\(|\b(?:Classic|Decoupled|Inline|Balloon)Editor\s*\.create\(|` +
    String.raw`\.(?:summernote|trumbowyg|redactor|froalaEditor)\(`,
);

/**
 * Whether a file replaces a text area by an editor. Nobody meets the area itself then: a name belongs into the
 * configuration of the editor, and only some of them take over that of the area.
 */
export const replacesTextArea = (text: string): boolean => TAKES_PLACE.test(text);
