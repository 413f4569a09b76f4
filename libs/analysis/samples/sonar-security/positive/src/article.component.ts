import { Component } from '@angular/core';
import { DomSanitizer, type SafeHtml } from '@angular/platform-browser';

@Component({ selector: 'shop-article', template: '<div [innerHTML]="body"></div>' })
export class ArticleComponent {
  constructor(private readonly sanitizer: DomSanitizer) {}

  show(markup: string): SafeHtml {
    return this.sanitizer.bypassSecurityTrustHtml(markup);
  }
}
