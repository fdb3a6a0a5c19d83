package myelin

import (
	"io"
	"strings"
	"sync"
)

// tailSize is how much of stderr is remembered, in bytes.
const tailSize = 8 << 10

// tail is a writer that remembers the end of what was written, and hands everything on to also, unless it is nil.
type tail struct {
	also io.Writer
	mu   sync.Mutex
	last []byte
}

func (t *tail) Write(piece []byte) (int, error) {
	t.mu.Lock()
	t.last = append(t.last, piece...)
	if over := len(t.last) - tailSize; over > 0 {
		t.last = append(t.last[:0], t.last[over:]...)
	}
	t.mu.Unlock()
	if t.also != nil {
		_, _ = t.also.Write(piece)
	}
	return len(piece), nil
}

// String is what was remembered, without the rest of a character that was cut.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.last), "")
}
