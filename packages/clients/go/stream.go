package myelin

import (
	"context"
	"encoding/json"
	"iter"
)

// EventsOption changes what a stream of events gives.
type EventsOption func(*eventsOptions)

type eventsOptions struct{ after *int64 }

// AfterSeq has the stream begin behind an event that is known already: what was said since is sent again, or a [Gap]
// stands for what the server no longer has.
func AfterSeq(seq int64) EventsOption {
	return func(o *eventsOptions) { o.after = &seq }
}

// Events is everything that the session says from now on, or after AfterSeq, whether a run of ours is live or not. It
// ends when the session or the client is closed; with an error when ctx ends (CANCELLED) or the server dies
// (PROCESS_EXITED). Nothing is lost and nothing comes twice, also when the connection is made anew; where the server
// cannot send what was missed there is a [Gap]. The server waits for a loop that is slow. Only one loop may range over it,
// and should begin at once: of what comes before, little is kept.
func (s *Session) Events(ctx context.Context, options ...EventsOption) iter.Seq2[SessionEvent, error] {
	return eventsOf(s.Envelopes(ctx, options...))
}

// Envelopes is the same as [Session.Events], each event with its place in the session.
func (s *Session) Envelopes(ctx context.Context, options ...EventsOption) iter.Seq2[Envelope, error] {
	var chosen eventsOptions
	for _, option := range options {
		option(&chosen)
	}
	lane := s.newLane(func(Envelope) bool { return true })
	s.join(lane, chosen.after)
	stop := context.AfterFunc(ctx, func() {
		lane.fail(cancelled("events", context.Cause(ctx)))
		s.settle()
	})
	return func(yield func(Envelope, error) bool) {
		defer stop()
		lane.each(yield)
	}
}

func eventsOf(envelopes iter.Seq2[Envelope, error]) iter.Seq2[SessionEvent, error] {
	return func(yield func(SessionEvent, error) bool) {
		for envelope, err := range envelopes {
			if !yield(envelope.Event, err) {
				return
			}
		}
	}
}

func (s *Session) newLane(accept func(Envelope) bool) *lane {
	s.mu.Lock()
	defer s.mu.Unlock()
	step := int(s.wishes.Window) / 8
	if s.wishes.Acknowledge {
		step = 1
	}
	return &lane{accept: accept, settle: s.settleIfQuiet, keeps: int(s.wishes.Window), step: step, signal: make(chan struct{}, 1)}
}

// join adds a lane, which gets what follows the event after, or is said from now on. One that comes after the session's
// end is ended at once.
func (s *Session) join(lane *lane, after *int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		lane.close(unlessClosed(s.reason))
		return
	}
	lane.seen = s.chain.last
	if after != nil {
		lane.seen = *after
	}
	s.lanes = append(s.lanes, lane)
	if lane.seen < s.chain.last && s.chain.breakAt(lane.seen) {
		go s.resubscribe()
	}
}

// deliver runs on the reader, so that consumers get the events in order and before any later answer wakes its caller.
func (s *Session) deliver(sent sentEvent, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.chain.add(sent.envelope.Seq, sent.prev) {
	case stale:
		return
	case missing:
		s.chain.breakAt(s.chain.last)
		go s.resubscribe()
		return
	}
	sent.envelope.Event = s.inflate.event(sent.event)
	for _, lane := range s.lanes {
		lane.offer(arrival{sent.envelope, bytes})
	}
	s.arrive()
}

// arrive wakes those who wait for an event to have come.
func (s *Session) arrive() {
	waiting := s.waiting[:0]
	for _, one := range s.waiting {
		if one.seq > s.chain.last && !s.ended {
			waiting = append(waiting, one)
			continue
		}
		close(one.came)
	}
	s.waiting = waiting
}

// awaited is an event that somebody waits for.
type awaited struct {
	seq  int64
	came chan struct{}
}

// reached is closed once everything up to seq came, or the session ended.
func (s *Session) reached(seq int64) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	came := make(chan struct{})
	s.waiting = append(s.waiting, awaited{seq, came})
	s.arrive()
	return came
}

// settleIfQuiet leaves it to the reader to settle when it has read what is there: one word for many events.
func (s *Session) settleIfQuiet() {
	if s.client.isQuiet.Load() {
		s.settle()
	}
}

// settle tells the server how far the slowest consumer has come. Lanes from which nothing more will be taken go.
func (s *Session) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.chain.last
	kept := s.lanes[:0]
	for _, lane := range s.lanes {
		oldest, over := lane.holds()
		if oldest > 0 {
			taken = min(taken, oldest-1)
		}
		if !over {
			kept = append(kept, lane)
		}
	}
	clear(s.lanes[len(kept):])
	s.lanes = kept
	if taken > s.acked && (s.wishes.Window > 0 || s.wishes.Acknowledge) && !s.chain.isBroken {
		s.acked = taken
		_ = s.client.notify("session/ack", AckParams{SessionID: s.id, Seq: taken})
	}
}

// resubscribe has the server send what is missing, in place of what it sends now. A session of which that cannot be had
// is at its end; when the connection is lost, the next one begins with the same.
func (s *Session) resubscribe() {
	connection, err := s.client.link.wait(context.Background())
	if err == nil {
		err = s.attach(context.Background(), connection)
	}
	if err != nil && !isLost(err) {
		s.client.forget(s)
		s.end(asError(err))
	}
}

// attach asks until the chain goes on.
func (s *Session) attach(ctx context.Context, connection *connection) error {
	for isBroken := true; isBroken; {
		s.mu.Lock()
		from, params := s.chain.from, s.wishes.attachParams(s.id)
		s.mu.Unlock()
		params.AfterSeq = &from
		call, err := connection.begin(ctx, "session/attach", params, func(json.RawMessage) {
			isBroken = !s.resume(from)
		})
		if err != nil {
			return err
		}
		if _, err := call.wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Attach changes what this client is sent of the session. Nothing is left out in between; with AfterSeq, what was said since
// then is sent again to streams that have yet to see it.
func (s *Session) Attach(ctx context.Context, wishes Subscription, options ...EventsOption) error {
	connection, err := s.client.link.wait(ctx)
	if err != nil {
		return err
	}
	var chosen eventsOptions
	for _, option := range options {
		option(&chosen)
	}
	s.mu.Lock()
	s.wishes = wishes.within(s.client.options.window)
	after := s.chain.last
	if chosen.after != nil {
		after = min(after, *chosen.after)
	}
	s.chain.breakAt(after)
	s.mu.Unlock()
	return s.attach(ctx, connection)
}

// pause says that the subscription is gone, until a new connection resumes it.
func (s *Session) pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chain.breakAt(s.chain.last)
}

func (s *Session) openParams() SessionOpenParams {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wishes.openParams(s.id)
}

// subscribed goes on from where a new subscription to a known session begins.
func (s *Session) subscribed(seq int64, wishes Subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wishes = wishes
	if s.chain.isBroken || seq == s.chain.last {
		return
	}
	s.chain.breakAt(s.chain.last)
	go s.resubscribe()
}

// resume runs on the reader, between the answer to session/attach and the first event of the new subscription.
func (s *Session) resume(from int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	isBehind := from < s.chain.last
	if !s.chain.resume(from) {
		return false
	}
	if isBehind {
		s.inflate.rewind()
	}
	s.acked = from
	return true
}

// end is the end of every stream of the session.
func (s *Session) end(reason *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended, s.reason = true, reason
	for _, lane := range s.lanes {
		lane.close(unlessClosed(reason))
	}
	s.lanes = nil
	s.arrive()
}

// unlessClosed is nil for an end that this program asked for.
func unlessClosed(reason *Error) error {
	if reason == nil || reason.Code == CodeDisconnected && reason.Cause == errClosed {
		return nil
	}
	return reason
}
