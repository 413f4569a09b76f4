export class ArticleComponent {
  constructor(private readonly sanitizer: { bypassSecurityTrustHtml(markup: string): unknown }) {}

  body(markup: string): unknown {
    return this.sanitizer.bypassSecurityTrustHtml(markup);
  }
}
