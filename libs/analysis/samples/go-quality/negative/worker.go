package worker

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

func Remove(names []string) error {
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("removing %s: %w", name, err)
		}
	}
	return nil
}

func ReadAll(names []string) error {
	for _, name := range names {
		err := func() error {
			file, err := os.Open(name)
			if err != nil {
				return err
			}
			defer file.Close()
			return nil
		}()
		if err != nil {
			return err
		}
	}
	return nil
}

func Wait(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		}
	}
}

func Check(err error) bool {
	_ = err
	return errors.Is(err, fs.ErrNotExist)
}

func Run(jobs []func()) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			wg.Add(1)
			go func() {
				defer wg.Done()
				job()
			}()
		}()
	}
	wg.Wait()
}

func Locked(mu *sync.Mutex, work func()) {
	mu.Lock()
	defer mu.Unlock()
	work()
}

type Box struct{ width, height int }

func (b *Box) Resize(width, height int) error {
	b.width = width
	if height == b.height {
		return fmt.Errorf("height %d is not new", height)
	}
	b.height = height
	return nil // nothing else can go wrong
}

func Drain(file *os.File) {
	// The file was only read: nothing is lost.
	_ = file.Close()
}
