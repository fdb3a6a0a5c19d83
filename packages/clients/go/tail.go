package myelin

import (
	"io"
	"strings"
	"sync"
)

// tailSize is how much of stderr is remembered, in bytes.
const tailSize = 8 << 10

// copyBacklog is how many pieces may wait for the program's own writer; what comes then is not copied.
const copyBacklog = 1024

// tail is a writer that remembers the end of what was written, and copies everything to the program's own writer, for which
// it never waits: a writer that blocks must not keep the server from writing.
type tail struct {
	mu     sync.Mutex
	last   []byte
	pieces chan []byte
	copied chan struct{}
}

// newTail copies to also, unless that is nil.
func newTail(also io.Writer) *tail {
	t := &tail{copied: make(chan struct{})}
	if also == nil {
		close(t.copied)
		return t
	}
	t.pieces = make(chan []byte, copyBacklog)
	go func() {
		defer close(t.copied)
		for piece := range t.pieces {
			_, _ = also.Write(piece)
		}
	}()
	return t
}

func (t *tail) Write(piece []byte) (int, error) {
	t.mu.Lock()
	t.last = append(t.last, piece...)
	if over := len(t.last) - tailSize; over > 0 {
		t.last = append(t.last[:0], t.last[over:]...)
	}
	t.mu.Unlock()
	if t.pieces != nil {
		select {
		case t.pieces <- append([]byte(nil), piece...):
		default:
		}
	}
	return len(piece), nil
}

// end returns when all is copied; nothing is written after it was called.
func (t *tail) end() {
	if t.pieces != nil {
		close(t.pieces)
	}
	<-t.copied
}

// String is what was remembered, without the rest of a character that was cut.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.last), "")
}
