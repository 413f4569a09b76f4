package shop

import "database/sql"

type Users struct {
	db *sql.DB
}

func (u *Users) Find(name string) (*sql.Rows, error) {
	return u.db.Query("SELECT * FROM users WHERE name = ?", name)
}
