import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { phpOfTemplate } from './lower/php/blade';

/** The places and rules found in some files. */
async function found(files: Readonly<Record<string, string>>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`);
}

const VIEW = 'resources/views/posts/show.blade.php';
const OLD_VIEW = 'app/views/posts/show.blade.php';
const controller = (returned: string) => `<?php
namespace App;
use Illuminate\\Http\\Request;
class Posts { function show(Request $request) { return ${returned}; } }
`;

describe('a template of Blade', () => {
  it('prints as it is what stands between exclamation marks', async () => {
    const view = (printed: string) => found({ [VIEW]: `<p>\n${printed}\n</p>\n` });
    expect(await view("{!! request()->input('q') !!}")).toEqual([`${VIEW}:2 cross-site-scripting`]);
    expect(await view("{{ request()->input('q') }}")).toEqual([]);
    expect(await view("{!! e(request()->input('q')) !!}")).toEqual([]);
    expect(await view("{!! $list->appends(['q' => request()->input('q')])->render() !!}")).toEqual([]);
    expect(await view("{{-- {!! request()->input('q') !!} --}}")).toEqual([]);
  });

  it('prints as it is what stands in two braces, for Laravel 4', async () => {
    const view = (printed: string) => found({ [OLD_VIEW]: `<p>\n${printed}\n</p>\n` });
    expect(await view("{{ Input::get('q') }}")).toEqual([`${OLD_VIEW}:2 cross-site-scripting`]);
    expect(await view("{{{ Input::get('q') }}}")).toEqual([]);
    expect(await view("{{ e(Input::get('q')) }}")).toEqual([]);
    expect(await view("{{-- {{ Input::get('q') }} --}}")).toEqual([]);
  });

  it('gets what it is rendered with', async () => {
    const shown = (printed: string, returned: string) =>
      found({ [VIEW]: `<p>\n${printed}\n</p>\n`, 'app/Posts.php': controller(returned) });
    const given = "view('posts.show', ['q' => $request->input('q')])";
    expect(await shown('{!! $q !!}', given)).toEqual([`${VIEW}:2 cross-site-scripting`]);
    expect(await shown('{{ $q }}', given)).toEqual([]);
    expect(await shown('{!! $other !!}', given)).toEqual([]);
    expect(await shown('{!! $q !!}', "view('posts.show', ['q' => (int) $request->input('q')])")).toEqual([]);
    expect(await shown('{!! $q !!}', "view('posts.show')->with('a', 1)->with('q', $request->input('q'))")).toEqual([
      `${VIEW}:2 cross-site-scripting`,
    ]);
    expect(await shown('{!! $q !!}', "view('posts.show')->with(['q' => $request->input('q')])")).toEqual([
      `${VIEW}:2 cross-site-scripting`,
    ]);
    expect(await shown('{!! $q !!}', "view('posts.show')->with('p', $request->input('q'))")).toEqual([]);
    expect(await shown('{!! $q !!}', "Post::query()->with('q', $request->input('q'))")).toEqual([]);
    expect(await shown('{!! $q !!}', "view('posts.index', ['q' => $request->input('q')])")).toEqual([]);
  });

  it('is as long as the PHP that stands for it', () => {
    const text = "<p>{{-- a\nb --}} {!! $a !!} {{ $b }} {{{ $c }}}\n{{ '?>' }} {!! open {{ open\n";
    for (const file of [VIEW, OLD_VIEW]) {
      const php = phpOfTemplate(file, text);
      expect(php.split('\n').map(({ length }) => length)).toEqual(text.split('\n').map(({ length }) => length));
    }
    expect(phpOfTemplate(VIEW, '{!! $a !!}')).toBe('<?= $a  ?>');
    expect(phpOfTemplate(OLD_VIEW, '{{ $a }}')).toBe('<?=$a ?>');
  });
});
