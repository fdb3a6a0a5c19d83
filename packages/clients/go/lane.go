package myelin

import (
	"fmt"
	"sync"
)

// lane is the way of a session's events to one consumer. Whoever fills it never waits. What a loop does not take is held
// against the server's credit, so that the server waits for it. A run's loop may never begin: until it does, its lane
// holds nothing, and keeps so many bytes and no more.
type lane struct {
	// accept says whether an event is for this consumer. It runs on the reader.
	accept func(Envelope) bool
	// settle tells the server how far its consumers have come.
	settle func()
	// isStream is whether what waits is held although no loop has begun.
	isStream bool
	// keeps bounds what waits for the loop of a run to begin, and step is how much a loop takes between two words to the server; both
	// in bytes, and 0 where the server gives no credit.
	keeps, step int

	mu     sync.Mutex
	signal chan struct{}
	items  []arrival
	bytes  int
	// seen is the newest event that came this way.
	seen int64
	// loop is whether somebody takes events, or did.
	loop loopState
	// hand is the event that the loop works on, and freed are the bytes of those it is done with since settle.
	hand   arrival
	freed  int
	closed bool
	err    error
	// isCut is whether events may have been missed since the session was left.
	isCut bool
}

type loopState int

const (
	noLoop loopState = iota
	looping
	loopOver
)

// arrival is an event with the bytes that it took on its way.
type arrival struct {
	envelope Envelope
	bytes    int
}

// offer hands the lane the next event of the session.
func (l *lane) offer(one arrival) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one.envelope.Seq <= l.seen {
		return
	}
	l.seen = one.envelope.Seq
	if !l.accept(one.envelope) || l.closed {
		return
	}
	l.items = append(l.items, one)
	l.bytes += one.bytes
	l.spill()
	l.wake()
}

// spill gives up what waits for a loop that does not begin.
func (l *lane) spill() {
	if l.isStream || l.keeps == 0 || l.loop != noLoop || l.bytes <= l.keeps {
		return
	}
	l.drop(&Error{
		Code:    CodeEventsMissed,
		Message: fmt.Sprintf("more than %d bytes of events came before a loop over them began, and they were let go; begin the loop at once", l.keeps),
	})
}

// close lets the consumer take what is there, then ends with err, or without one.
func (l *lane) close(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed, l.err = true, err
	}
	l.wake()
}

// cut says that no more events come, although what they tell of may go on. A stream is at its end then.
func (l *lane) cut() {
	if l.isStream {
		l.close(nil)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
}

func (l *lane) wasCut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.isCut
}

// fail ends the lane with err at once, dropping what waits in it.
func (l *lane) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop(err)
}

func (l *lane) drop(err error) {
	if !l.closed {
		l.err = err
	}
	l.closed, l.items, l.bytes = true, nil, 0
	l.wake()
}

// each yields every event, and at last the error the lane ended with, if any. A second loop gets an error at once.
func (l *lane) each(yield func(Envelope, error) bool) {
	if err := l.begin(); err != nil {
		yield(Envelope{}, err)
		return
	}
	defer l.leave()
	for {
		envelope, ok, err := l.take()
		if !ok && err == nil || !yield(envelope, err) || !ok {
			return
		}
	}
}

func (l *lane) begin() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.loop != noLoop {
		return &Error{Code: CodeEventsMissed, Message: "another loop took these events; range over them once, and keep what is needed again"}
	}
	l.loop = looping
	return nil
}

// leave takes what may still come itself, so that nothing waits for a loop that is over.
func (l *lane) leave() {
	l.mu.Lock()
	l.loop, l.hand = loopOver, arrival{}
	l.drop(nil)
	l.mu.Unlock()
	l.settle()
}

// take is done with the event before, and waits for the next. ok is false when the lane has ended; err then says why.
func (l *lane) take() (envelope Envelope, ok bool, err error) {
	if l.done() {
		l.settle()
	}
	for {
		if envelope, ok, ended, err := l.poll(); ok || ended {
			return envelope, ok, err
		}
		<-l.signal
	}
}

// done is whether the server is to be told: the loop has taken much, or nothing more waits than what it is given next.
func (l *lane) done() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.freed += l.hand.bytes
	l.hand = arrival{}
	if l.step == 0 || l.freed == 0 || len(l.items) > 1 && l.freed < l.step {
		return false
	}
	l.freed = 0
	return true
}

func (l *lane) poll() (envelope Envelope, ok, ended bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.items) == 0 {
		return Envelope{}, false, l.closed, l.err
	}
	l.hand, l.items[0] = l.items[0], arrival{}
	l.items = l.items[1:]
	l.bytes -= l.hand.bytes
	return l.hand.envelope, true, false, nil
}

// holds is the oldest event that a loop is not done with, 0 if there is none; over is whether there will be none again.
func (l *lane) holds() (seq int64, over bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.hand.bytes > 0:
		return l.hand.envelope.Seq, false
	case (l.isStream || l.loop == looping) && len(l.items) > 0:
		return l.items[0].envelope.Seq, false
	default:
		return 0, l.closed
	}
}

// wake is called with the lock held; there is one taker.
func (l *lane) wake() {
	select {
	case l.signal <- struct{}{}:
	default:
	}
}
