import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const HEAD = 'import os\nfrom django import forms\nfrom django.shortcuts import redirect\n';

/** The findings where a view uses a field `q` of a form of the request. */
async function rulesOf(members: string, use: string) {
  const fields = '    q = forms.CharField()\n    size = forms.IntegerField()\n';
  const form = `class Search(forms.Form):\n${fields}${members}`;
  const read = '    form = Search(request.POST, instance=1)\n    if form.is_valid():\n';
  const view = `def search(request):\n${read}        ${use}\n`;
  const files = { 'views.py': `${HEAD}${form}\n${view}` };
  return (await runOn(profileOf('flow'), flowTools, files)).tool('py-data-flow').findings.map(({ rule }) => rule);
}

const RUN = 'os.system(form.cleaned_data["q"])';

describe('data of a form of Django', () => {
  it.each([
    ['is what the request brought', '', RUN, 'command-injection'],
    ['is read by its key', '', 'os.system(form.cleaned_data.get("q"))', 'command-injection'],
    ['may be an address', '', 'return redirect(form.cleaned_data["q"])', 'open-redirect'],
    [
      'is kept by a form with a constructor',
      '    def __init__(self, *args, **kwargs):\n        self.of = kwargs.pop("instance")\n' +
        '        super().__init__(*args, **kwargs)\n',
      RUN,
      'command-injection',
    ],
    [
      'has fields that are addresses',
      '    to = forms.URLField()\n',
      'return redirect(form.cleaned_data["to"])',
      'open-redirect',
    ],
    ['is looked at as a whole', '    def clean(self):\n        check(self.cleaned_data)\n', RUN, 'command-injection'],
  ])('%s', async (_, members, use, rule) => expect(await rulesOf(members, use)).toEqual([rule]));

  it.each([
    ['a number', '', 'os.system("ls %s" % form.cleaned_data["size"])'],
    ['a choice', '    q = forms.ChoiceField(choices=["a"])\n', RUN],
    ['a text with a validator', '    q = forms.CharField(validators=[check])\n', RUN],
    ['a text with a check of its own', '    def clean_q(self):\n        return check(self.cleaned_data["q"])\n', RUN],
    ['an address in a command', '    to = forms.URLField()\n', 'os.system(form.cleaned_data["to"])'],
    ['a field that is set', '', `form.cleaned_data["q"] = "ls"\n        ${RUN}`],
    ['the form as a text', '', 'os.system(form.as_p())'],
  ])('is not what is asked for: %s', async (_, members, use) => expect(await rulesOf(members, use)).toEqual([]));
});
