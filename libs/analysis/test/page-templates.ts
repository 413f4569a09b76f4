/** Pages that a program fills in, in which nothing is wrong. */
export const TEMPLATES = {
  'django.html': [
    '{% extends "base.html" %}',
    '<form>{% csrf_token %}',
    '<input {% if a %}disabled{% endif %} {% if b %}checked{% endif %}>',
    '<h1>{% block title %}{% endblock %}</h1>',
    '<li>{{ item }}',
    '</form>',
    '',
  ].join('\n'),
  'thymeleaf.html': '<div><input th:replace="~{fragments :: input}" />\n<a href="#" th:href="@{/owners}"></a></div>\n',
  'angular.html':
    '<mat-form-field><input [(ngModel)]="name"><mat-label>a</mat-label></mat-form-field>\n' +
    '<img [alt]="name" src="a.png">\n',
};
