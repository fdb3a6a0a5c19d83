package myelin_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os/exec"
	"sync"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

// patience is how long a driver waits for anything.
const patience = 60 * time.Second

// driver does what the `do` lines of a transcript say, and compares what it then sees with the `expect` lines.
type driver struct {
	t        *testing.T
	at       string
	command  []string
	client   *myelin.Client
	sessions map[string]*myelin.Session
	things   map[string]*thing
	over     chan struct{}
	// player is set where it is not the client's child.
	player *exec.Cmd
}

// thing is what a `do` line began under a name.
type thing struct {
	cancel context.CancelFunc
	// done, value and err belong to a call.
	done  chan struct{}
	value any
	err   error
	// run, next and leave belong to a run, the last two also to a stream, and seq to a stream alone.
	run   *myelin.Run
	seq   int64
	next  func() (myelin.SessionEvent, error, bool)
	leave func()
	// calls, early, current, remove and over belong to a hook or a tool.
	calls   chan *asked
	early   []*asked
	current *asked
	remove  func()
	over    chan struct{}
}

// asked is one call of a hook or a tool, which waits for an `answer` line.
type asked struct {
	ctx     context.Context
	payload any
	report  func(myelin.ToolProgress)
	answer  chan map[string]any
}

func newDriver(t *testing.T, command []string) *driver {
	return &driver{
		t: t, command: command, over: make(chan struct{}),
		sessions: map[string]*myelin.Session{}, things: map[string]*thing{},
	}
}

// end closes the client and leaves what is open. A second time it does nothing.
func (d *driver) end() {
	select {
	case <-d.over:
		return
	default:
		close(d.over)
	}
	if d.client != nil {
		_ = d.client.Close()
	}
	if d.player != nil {
		_ = d.player.Wait()
	}
	for _, thing := range d.things {
		if thing.leave != nil {
			thing.leave()
		}
		if thing.cancel != nil {
			thing.cancel()
		}
	}
}

func (d *driver) fatalf(format string, args ...any) {
	d.t.Helper()
	d.t.Fatalf("%s: %s", d.at, fmt.Sprintf(format, args...))
}

// within fails the test if something is not over in time; the client is closed, which ends every wait.
func (d *driver) within(what string, wait func()) {
	d.t.Helper()
	over := make(chan struct{})
	go func() {
		defer close(over)
		wait()
	}()
	select {
	case <-over:
	case <-time.After(patience):
		d.fatalf("%s was not over within %v", what, patience)
	}
}

func (d *driver) thing(name string) *thing {
	d.t.Helper()
	thing := d.things[name]
	if thing == nil {
		d.fatalf("nothing is named %q", name)
	}
	return thing
}

func (d *driver) session(do map[string]any) *myelin.Session {
	d.t.Helper()
	session := d.sessions[text(do, "on", "session")]
	if session == nil {
		d.fatalf("no session is named %q", text(do, "on", "session"))
	}
	return session
}

// call makes a call: awaited, or under its name if it has one. The next line is done when it has been sent.
func (d *driver) call(do map[string]any, ask func(ctx context.Context) (any, error)) {
	d.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	waiting := &waitedFor{Context: ctx, since: make(chan struct{})}
	one := &thing{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(one.done)
		one.value, one.err = ask(waiting)
	}()
	name, isNamed := do["as"].(string)
	d.within(fmt.Sprint(do["op"]), func() {
		if isNamed {
			select {
			case <-waiting.since:
				return
			case <-one.done:
			case <-time.After(time.Second): // a call that waits for something else first
			}
			return
		}
		<-one.done
	})
	switch {
	case isNamed:
		d.things[name] = one
	case one.err != nil:
		d.fatalf("%s failed: %v", do["op"], one.err)
	}
}

// waitedFor is a context that tells when somebody waits for it: the request has then been put in line.
type waitedFor struct {
	context.Context
	once  sync.Once
	since chan struct{}
}

func (w *waitedFor) Done() <-chan struct{} {
	w.once.Do(func() { close(w.since) })
	return w.Context.Done()
}

func (d *driver) stream(events iter.Seq2[myelin.SessionEvent, error], cancel context.CancelFunc) *thing {
	next, leave := iter.Pull2(events)
	return &thing{next: next, leave: leave, cancel: cancel}
}

func text(from map[string]any, member, otherwise string) string {
	if value, ok := from[member].(string); ok {
		return value
	}
	return otherwise
}

// decode turns a value of a transcript into one of the client's types.
func decode[T any](d *driver, value any) (decoded T) {
	d.t.Helper()
	data, _ := json.Marshal(fill(value))
	if err := json.Unmarshal(data, &decoded); err != nil {
		d.fatalf("%s is no %T: %v", data, decoded, err)
	}
	return decoded
}
