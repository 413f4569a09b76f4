package remote

import (
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

func Connect() (*ssh.Client, error) {
	known, err := knownhosts.New("known_hosts")
	if err != nil {
		return nil, err
	}
	return ssh.Dial("tcp", "example.com:22", &ssh.ClientConfig{HostKeyCallback: known})
}
