const TEMPLATE = /\.(?:j2|jinja2?|tmpl|tpl|template|erb|in|mustache|hbs|dockerignore)$/i;
/** A line that is a tag of Jinja and nothing else. No instruction, shell or here-document begins so. */
const TAG = /^\{%-?\s+\w[^\n]*%\}\s*$/m;
/** Braces of jq, Cottle or Go's templates before anything else. A Dockerfile that begins so cannot be built. */
const BEGINS_WITH_BRACES = /^\s*\{\{/;
/** Terraform writes two dollars for one of the file that it fills in. No name of an image has them. */
const FROM_OF_TERRAFORM = /^[ \t]*FROM[ \t][^\n]{0,300}\$\$\{/im;

/**
 * Whether a file with the name of a Dockerfile is a template that must be filled in first: its lines are those of
 * another language.
 *
 * @param path relative to the target
 */
export const isDockerfileTemplate = (path: string, text = ''): boolean =>
  TEMPLATE.test(path) || [TAG, BEGINS_WITH_BRACES, FROM_OF_TERRAFORM].some((mark) => mark.test(text));
