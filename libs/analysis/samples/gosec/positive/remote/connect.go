package remote

import "golang.org/x/crypto/ssh"

func Connect() (*ssh.Client, error) {
	return ssh.Dial("tcp", "example.com:22", &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()})
}
