import { Component, SecurityContext } from '@angular/core';
import { DomSanitizer } from '@angular/platform-browser';

@Component({ selector: 'shop-article', template: '<div [innerHTML]="body"></div>' })
export class ArticleComponent {
  constructor(private readonly sanitizer: DomSanitizer) {}

  show(markup: string): string | null {
    return this.sanitizer.sanitize(SecurityContext.HTML, markup);
  }
}
