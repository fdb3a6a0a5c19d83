package myelin

import (
	"context"
	"errors"
	"sync"
)

// errLost is the cause of the end of a connection that can be made anew.
var errLost = errors.New("the connection was lost")

// isLost is whether something failed because a connection went away that can be made anew.
func isLost(err error) bool {
	var ours *Error
	return errors.As(err, &ours) && ours.RPCCode == 0 && ours.Cause == errLost
}

// link is the connection in use. On a socket another follows when it is lost, and there is none in between.
type link struct {
	// renews is whether one follows another.
	renews bool

	mu      sync.Mutex
	current *connection
	// changed is closed when there is a connection again, or there will be none.
	changed chan struct{}
	over    *Error
}

func newLink(renews bool) *link { return &link{renews: renews, changed: make(chan struct{})} }

// now is the connection in use, or nil.
func (l *link) now() *connection {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.current
}

// wait gives the connection in use as soon as there is one.
func (l *link) wait(ctx context.Context) (*connection, error) {
	for {
		l.mu.Lock()
		current, changed, over := l.current, l.changed, l.over
		l.mu.Unlock()
		switch {
		case current != nil:
			return current, nil
		case over != nil:
			return nil, over
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, cancelled("waiting for the connection", context.Cause(ctx))
		}
	}
}

// use takes a connection into use, unless it has ended already.
func (l *link) use(c *connection) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.failure() != nil || l.over != nil {
		return false
	}
	l.current = c
	close(l.changed)
	return true
}

// drop takes a connection out of use; false if it was not.
func (l *link) drop(c *connection) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != c {
		return false
	}
	l.current, l.changed = nil, make(chan struct{})
	return true
}

// end says that there will be no connection.
func (l *link) end(reason *Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = reason
	close(l.changed)
}
