package web

import (
	"database/sql"
	"html/template"
	"net/http"
)

type Shop struct{ DB *sql.DB }

func (s Shop) Find(w http.ResponseWriter, r *http.Request) {
	rows, err := s.DB.Query("SELECT id FROM goods WHERE name = ?", r.FormValue("name"))
	if err != nil {
		return
	}
	if err := rows.Close(); err != nil {
		return
	}
}

var page = template.Must(template.New("page").Parse("<p>{{.}}</p>"))

func Greet(w http.ResponseWriter, r *http.Request) {
	if err := page.Execute(w, r.URL.Query().Get("name")); err != nil {
		return
	}
}

func Back(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/", http.StatusFound)
}

func Remember(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "a", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}
