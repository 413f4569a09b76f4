import { plainPage } from './page-templates';

describe('a page without marks', () => {
  it.each([
    '<!doctype html><html lang="en"><p class="a">one</p></html>',
    '<?xml version="1.0"?><html></html>',
    '<script>if (a < b && c > d) { x = `${y}`; }</script>',
    '<p title="a {single} brace">{ }</p>',
    '<style>a{b{c:d}}</style>',
  ])('stays as it is: %s', (page) => expect(plainPage(page)).toEqual({ text: page, isTemplate: false }));
});

describe('a template', () => {
  it.each([
    ['<p>{{ name }}</p>', '<p>xxxxxxxxxx</p>'],
    ['<p>{% if a %}b{% endif %}</p>', '<p>          b           </p>'],
    ['<a href="{% url \'x\' %}">y</a>', '<a href="xxxxxxxxxxxxx">y</a>'],
    ['<a {% if b %}class="c"{% endif %}>', '<a           class="c"           >'],
    ['<h1><%= title %></h1><% end %>', '<h1>xxxxxxxxxxxx</h1>         '],
    ['<h1><?= $title ?></h1><?php end() ?>', '<h1>xxxxxxxxxxxxx</h1>              '],
    ['{{#each items}}<li>{{this}}</li>{{/each}}', '               <li>xxxxxxxx</li>         '],
    ['{# a\nb #}', '    \n    '],
    ['<img [alt]="name">', '<img  alt ="name">'],
    ['<img :alt="name">', '<img  alt="name">'],
    ['<img v-bind:alt="name">', '<img        alt="name">'],
    ['<img th:alt="${name}">', '<img    alt="${name}">'],
    ['<p *ngIf="a">b</p>', '<p *ngIf="a">b</p>'],
    ['<p [[${a}]]>[[${name}]]</p>', '<p         >xxxxxxxxxxx</p>'],
  ])('%s', (page, text) => expect(plainPage(page)).toEqual({ text, isTemplate: true }));

  it('keeps its length and lines for any content', () => {
    for (const page of ['{{', '{{ {% }} %}', '<% <% %>', '<?', '{{{{}}}}', '<p "{{\'}}">', '{{\r\n}}']) {
      const { text } = plainPage(page);
      expect(text).toHaveLength(page.length);
      expect(text.split('\n')).toHaveLength(page.split('\n').length);
    }
  });

  it('is read in linear time, because each search for an end continues where the last one stopped', () => {
    const looked = (opens: number): number => {
      const page = '{{<%'.repeat(opens);
      let characters = 0;
      plainPage(page, (_, begin) => {
        characters += page.length - begin;
        return -1;
      });
      return characters;
    };
    expect(looked(2_000)).toBeLessThan(3 * looked(1_000));
  });
});
