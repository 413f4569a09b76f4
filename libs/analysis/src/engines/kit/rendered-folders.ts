/**
 * A folder whose name cookiecutter, copier or the like fills in: `{{cookiecutter.name}}/`, `<%= name %>/`,
 * `{% if web %}web{% endif %}/`.
 */
const FILLED_IN = /\{[{%]|<%/;

/**
 * Whether a file is written elsewhere before anybody uses it. What lies around it there is not known: the template may
 * be copied to another depth, and which of its files are copied depends on answers.
 */
export const isRenderedElsewhere = (path: string): boolean => FILLED_IN.test(path);
