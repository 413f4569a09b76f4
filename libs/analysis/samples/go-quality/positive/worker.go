package worker

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

func Remove(names []string) {
	for _, name := range names {
		_ = os.Remove(name)
	}
}

func ReadAll(names []string) error {
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
	}
	return nil
}

func Wait() {
	for {
	}
}

func Check(err error) bool {
	if err != nil {
	}
	return err.Error() == "not found"
}

func Run(jobs []func()) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		go func() {
			wg.Add(1)
			defer wg.Done()
			job()
		}()
	}
	wg.Wait()
}

func Locked(mu sync.Mutex, work func()) {
	mu.Lock()
	work()
}

type Box struct{ width, height int }

func (b *Box) Resize(width, height int) error {
	b.width = b.width
	if height == height {
		return errors.New(fmt.Sprintf("height %d is not allowed", height))
	}
	return nil
	b.height = height
}
