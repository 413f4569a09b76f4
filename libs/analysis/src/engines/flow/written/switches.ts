import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../lower/syntax';
import { type Fault, type FunctionOfC, nameOfCall } from './function';

/** An author who means it says so: in a comment, an attribute or a macro. */
const MEANT = /fall|no[ -]?break|drop|continue|through|pass on|intended|intentional/i;
/** Functions of the library that come back. */
const COMES_BACK =
  /^(?:v?f?s?n?printf|f?puts|f?putc|putchar|free|mem\w+|str\w+|f?close|fflush|perror|f?write|wprintf)$/;

/** Judges switches: a case that continues with the next one without a word. */
export function judgeSwitches(form: FunctionOfC, tell: (fault: Fault) => void): void {
  for (const node of form.nodes) {
    const body = kindOf(node) === 'switch_statement' ? field(node, 'body') : undefined;
    if (!body) continue;
    const cases = body.children().filter((each) => each.isNamed());
    if (cases.some((each) => kindOf(each).startsWith('preproc'))) continue;
    // Where no case ends by itself, all of them are meant to follow one another.
    if (!cases.some((each) => isCase(each) && !goesOn(form, statementsOf(each).at(-1)))) continue;
    let between: Syntax[] = [];
    let next: Syntax | undefined;
    for (const each of cases.toReversed()) {
      if (kindOf(each) === 'comment') {
        between.push(each);
        continue;
      }
      const [comments, after] = [between, next];
      [between, next] = [[], each];
      if (!isCase(each) || !after || !isCase(after)) continue;
      const last = statementsOf(each).at(-1);
      if (!last || !goesOn(form, last) || MEANT.test(each.text())) continue;
      if (comments.some((comment) => MEANT.test(comment.text()))) continue;
      tell({
        weakness: 'missing-break',
        at: placeOfNode(last),
        says: `What follows is ${firstLine(after.text())}: nothing says that this is meant`,
      });
    }
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 60);
const isCase = (node: Syntax): boolean => kindOf(node) === 'case_statement';

function statementsOf(node: Syntax): readonly Syntax[] {
  const value = field(node, 'value');
  return meaningful(node).filter((each) => each.id() !== value?.id());
}

/** Whether what follows a statement may run; false where that is not certain. */
function goesOn(form: FunctionOfC, node: Syntax | undefined): boolean {
  if (!node) return true;
  switch (kindOf(node)) {
    case 'compound_statement': {
      const last = meaningful(node).at(-1);
      return last !== undefined && goesOn(form, last);
    }
    case 'declaration':
      return true;
    case 'if_statement': {
      const alternative = field(node, 'alternative');
      if (!alternative) return false;
      const otherwise = kindOf(alternative) === 'else_clause' ? meaningful(alternative)[0] : alternative;
      return goesOn(form, field(node, 'consequence')) && goesOn(form, otherwise);
    }
    case 'expression_statement': {
      const [only] = meaningful(node);
      if (!only) return false;
      if (/^(?:assignment|update)_expression$/.test(kindOf(only))) return true;
      if (kindOf(only) !== 'call_expression') return false;
      const name = nameOfCall(only);
      const defined = form.file.functions.get(name);
      return COMES_BACK.test(name) || (defined !== undefined && !defined.mayEnd);
    }
    default:
      return false;
  }
}
