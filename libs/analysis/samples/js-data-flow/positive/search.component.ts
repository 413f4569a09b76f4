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

  constructor(private readonly route: ActivatedRoute) {}

  ngOnInit(): void {
    const term = this.route.snapshot.queryParams.q;
    this.term = this.sanitizer.bypassSecurityTrustHtml(term);
    this.http.get('/api/notes').subscribe((notes: any) => {
      this.note = this.sanitizer.bypassSecurityTrustHtml(`<b>${notes[0].text}</b>`);
    });
  }
}
