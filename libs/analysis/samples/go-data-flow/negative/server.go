package shop

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/antchfx/xmlquery"
	"github.com/go-ldap/ldap/v3"
)

type Server struct {
	users  *Users
	people *xmlquery.Node
}

var tools = map[string]bool{"date": true, "uptime": true}

var page = template.Must(template.New("page").Parse("<h1>{{.}}</h1>"))

func (s *Server) User(w http.ResponseWriter, r *http.Request) {
	s.users.Find(r.URL.Query().Get("name"))
}

func Ping(w http.ResponseWriter, r *http.Request) {
	exec.Command("ping", "-c", "1", r.FormValue("host")).Run()
}

func Tool(w http.ResponseWriter, r *http.Request) {
	tool := r.FormValue("tool")
	if _, ok := tools[tool]; !ok {
		http.Error(w, "no such tool", http.StatusNotFound)
		return
	}
	exec.CommandContext(r.Context(), tool).Run()
}

func File(w http.ResponseWriter, r *http.Request) {
	os.ReadFile(filepath.Join("public", filepath.Base(r.URL.Query().Get("name"))))
	os.ReadFile(filepath.Join("public", filepath.Clean("/"+r.URL.Query().Get("name"))))
}

func Folder(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join("public", r.URL.Query().Get("name"))
	if !strings.HasPrefix(path, "public/") {
		return
	}
	os.ReadFile(path)
}

func Page(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("page"))
	if err != nil {
		return
	}
	http.ServeFile(w, r, fmt.Sprintf("pages/%d", number))
}

// ServeFile refuses requests with .. in their path.
func Shown(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, "shown/"+r.PathValue("page"))
}

func Hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(name))
	page.Execute(w, name)
	json.NewEncoder(w).Encode(map[string]string{"name": name})
	content, err := json.Marshal(name)
	if err == nil {
		w.Write(content)
	}
}

func Leave(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/items/"+r.URL.Query().Get("next"), http.StatusFound)
}

func Preview(w http.ResponseWriter, r *http.Request) {
	http.Get("https://api.example.com/items?name=" + url.QueryEscape(r.FormValue("name")))
	switch host := r.FormValue("host"); host {
	case "a.example.com", "b.example.com":
		http.Get("https://" + host + "/preview")
	}
}

func Login(r *http.Request) *ldap.SearchRequest {
	filter := fmt.Sprintf("(uid=%s)", ldap.EscapeFilter(r.FormValue("uid")))
	return ldap.NewSearchRequest("dc=app", ldap.ScopeWholeSubtree, ldap.NeverDerefAliases, 0, 0, false, filter, nil, nil)
}

func (s *Server) Person(r *http.Request) *xmlquery.Node {
	number, err := strconv.ParseInt(r.FormValue("number"), 10, 64)
	if err != nil {
		return nil
	}
	return xmlquery.FindOne(s.people, fmt.Sprintf("//person[@number='%d']", number))
}
