package web

import (
	"database/sql"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"net/http/cgi"
	_ "net/http/pprof"
	"net/smtp"
	"os"
	"os/exec"
	text "text/template"
)

type Shop struct{ DB *sql.DB }

func (s Shop) Find(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	rows, err := s.DB.Query("SELECT id FROM goods WHERE name = '" + name + "'")
	if err != nil {
		return
	}
	defer rows.Close()
}

func Convert(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	if err := exec.Command("sh", "-c", "convert "+name).Run(); err != nil {
		return
	}
}

func Show(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	if _, err := os.ReadFile("/srv/" + name); err != nil {
		return
	}
}

func Fetch(w http.ResponseWriter, r *http.Request) {
	response, err := http.Get(r.URL.Query().Get("address"))
	if err != nil {
		return
	}
	defer response.Body.Close()
}

func Greet(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<p>%s</p>", r.URL.Query().Get("name"))
}

func Note(w http.ResponseWriter, r *http.Request) {
	log.Println("asked for " + r.URL.Query().Get("name"))
}

func Mail(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("to")
	if err := smtp.SendMail("localhost:25", nil, "shop@example.com", []string{to}, []byte("hello")); err != nil {
		return
	}
}

func Render(w http.ResponseWriter, r *http.Request) {
	page, err := text.New("page").Parse(r.URL.Query().Get("page"))
	if err != nil {
		return
	}
	if err := page.Execute(w, nil); err != nil {
		return
	}
}

func Back(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
}

func Remember(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "a"})
}

func Bold(name string) template.HTML {
	return template.HTML("<b>" + name + "</b>")
}

func Serve() error {
	return cgi.Serve(nil)
}
