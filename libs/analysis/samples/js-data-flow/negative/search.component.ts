import { HttpClient } from '@angular/common/http';
import { Component, inject } from '@angular/core';
import { DomSanitizer } from '@angular/platform-browser';
import { ActivatedRoute } from '@angular/router';

@Component({ selector: 'app-search', template: '<p [innerHTML]="term"></p><p [innerHTML]="note"></p>' })
export class SearchComponent {
  private readonly http = inject(HttpClient);
  private readonly sanitizer = inject(DomSanitizer);
  term: unknown;
  note: unknown;
  mark: unknown;

  constructor(private readonly route: ActivatedRoute) {}

  ngOnInit(): void {
    // Angular cleans what is not marked as trusted.
    this.term = this.route.snapshot.queryParams.q;
    this.http.get('/api/notes').subscribe((notes: any) => {
      this.note = `<b>${notes[0].text}</b>`;
      this.mark = this.sanitizer.bypassSecurityTrustHtml('<svg viewBox="0 0 1 1"></svg>');
    });
  }
}
