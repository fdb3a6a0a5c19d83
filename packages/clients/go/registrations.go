package myelin

import (
	"context"
	"fmt"
	"sync"
)

// registrations are the hooks and tools that were offered to the server and have no answer yet, or were refused.
type registrations struct {
	mu   sync.Mutex
	open []*registration
}

// registration is one hook or tool. It stays open after a refusal, until somebody removes it: a guard that is not in
// force must not be forgotten.
type registration struct {
	settled chan struct{}
	err     error
	// again is what stands for it if it was refused after it had been in force.
	again *registration
}

func (r *registrations) add() *registration {
	one := &registration{settled: make(chan struct{})}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = append(r.open, one)
	return one
}

// refuse has what was in force stand as refused.
func (r *registrations) refuse(one *registration, err error) {
	again := r.add()
	again.err = err
	close(again.settled)
	r.mu.Lock()
	defer r.mu.Unlock()
	one.again = again
}

func (r *registrations) settle(one *registration, err error) {
	one.err = err
	close(one.settled)
	if err == nil {
		r.remove(one)
	}
}

func (r *registrations) remove(gone *registration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, one := range r.open {
		if one == gone || one == gone.again {
			r.open = append(r.open[:i:i], r.open[i+1:]...)
			return
		}
	}
}

func (r *registrations) settled() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open) == 0
}

// refusal is the first refusal that stands.
func (r *registrations) refusal() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.open {
		select {
		case <-one.settled:
			if one.err != nil {
				return one.err
			}
		default:
		}
	}
	return nil
}

// wait returns when all that is open now has its answer; the first refusal is the error.
func (r *registrations) wait(ctx context.Context) error {
	r.mu.Lock()
	open := append([]*registration(nil), r.open...)
	r.mu.Unlock()
	for _, one := range open {
		select {
		case <-one.settled:
		case <-ctx.Done():
			return cancelled("session/prompt", context.Cause(ctx))
		}
		if one.err != nil {
			return one.err
		}
	}
	return nil
}

// rejection is the error for what the server refused, or nil.
func rejection(what string, rejected []Rejected) error {
	if len(rejected) == 0 {
		return nil
	}
	first := rejected[0]
	return &Error{
		Code:    CodeHookRejected,
		Message: fmt.Sprintf("the server refused the %s %q: %s; remove it, or register it otherwise", what, first.ID, first.Reason),
	}
}

// refused is what became of a registration that failed: the refusal of what it offered, also where that could not even be
// sent, unless the connection is gone.
func refused(err error) error {
	ours, ok := err.(*Error)
	if !ok {
		return err
	}
	isUnsendable := ours.Code == CodeFrameTooLarge || ours.Code == CodeInvalidParams || ours.Code == CodeInvalidAnswer
	if ours.RPCCode == 0 && !isUnsendable {
		return err
	}
	return &Error{Code: CodeHookRejected, Message: ours.Message, RPCCode: ours.RPCCode, Data: ours.Data, Cause: err}
}
