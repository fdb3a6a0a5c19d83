package myelin

import (
	"context"
	"iter"
)

// EventsOption changes what a stream of events gives.
type EventsOption func(*eventsOptions)

type eventsOptions struct{ after *int64 }

// AfterSeq has the stream begin behind an event that is known already: what was said since is sent again, or a [Gap]
// stands for what the server no longer has. A number below 0 is refused with INVALID_PARAMS;
// behind one that the session has yet to reach, the stream is silent until then. It comes to this stream alone. Of a message whose beginning this client never saw,
// Message gives what came since, under an empty id, until its [MessageEnd] brings it whole.
func AfterSeq(seq int64) EventsOption {
	return func(o *eventsOptions) { o.after = &seq }
}

// Events is everything that the session says from now on, or after AfterSeq, whether a run of ours is live or not. It
// ends behind a [SessionEnd], whoever closes or deletes the session, or when the client is closed; with an error when ctx ends (CANCELLED) or the server dies
// (PROCESS_EXITED). Nothing is lost and nothing comes twice, also when the connection is made anew; where the server
// cannot send what was missed there is a [Gap]. The server waits for a loop that is slow, and for one that has yet to begin:
// a stream is open until its loop is left or ctx ends. Only one loop may range over it.
func (s *Session) Events(ctx context.Context, options ...EventsOption) iter.Seq2[SessionEvent, error] {
	return eventsOf(s.Envelopes(ctx, options...))
}

// Envelopes is the same as [Session.Events], each event with its place in the session.
func (s *Session) Envelopes(ctx context.Context, options ...EventsOption) iter.Seq2[Envelope, error] {
	var chosen eventsOptions
	for _, option := range options {
		if option != nil {
			option(&chosen)
		}
	}
	lane := s.newLane(func(Envelope) bool { return true })
	lane.isStream = true
	s.join(lane, chosen.after)
	if chosen.after != nil && *chosen.after < 0 {
		lane.fail(noPlace("events", *chosen.after))
	}
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

// join adds a lane, which gets what follows the event after, or is said from now on. One that comes after the session's
// end is ended at once.
func (s *Session) join(lane *lane, after *int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		s.part(lane)
		return
	}
	lane.seen = s.chain.last
	if after != nil {
		lane.seen = *after
	}
	s.lanes = append(s.lanes, lane)
	if lane.seen >= 0 && lane.seen < s.chain.last && s.chain.breakAt(lane.seen) {
		go s.resubscribe()
	}
}

// deliver runs on the reader, so that consumers get the events in order and before any later answer wakes its caller.
func (s *Session) deliver(sent sentEvent, bytes int) {
	if end, isEnd := s.handOn(sent, bytes).(SessionEnd); isEnd {
		s.over(end)
	}
}

// handOn gives consumers the event, if it is due; nil if it is not.
func (s *Session) handOn(sent sentEvent, bytes int) SessionEvent {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.chain.add(sent.envelope.Seq, sent.prev) {
	case stale:
		return nil
	case missing:
		s.chain.breakAt(s.chain.last)
		go s.resubscribe()
		return nil
	}
	sent.envelope.Event = s.inflate.next(sent.envelope.Seq, sent.event)
	_, s.isOver = sent.envelope.Event.(SessionEnd)
	for _, lane := range s.lanes {
		lane.offer(arrival{sent.envelope, bytes})
	}
	s.arrive()
	return sent.envelope.Event
}

// over is the end that the session told of itself. A server that ends takes it along: it goes on where the next one has
// it, and ends with the connection if there is none. What was offered to one that was closed stands where it is opened again.
func (s *Session) over(end SessionEnd) {
	if end.Reason == SessionEndReasonShutdown {
		return
	}
	s.client.forget(s)
	s.end(nil)
	if end.Reason == SessionEndReasonDeleted {
		s.client.offers.remove(func(one *offer) bool { return one.sessionID == s.id })
	}
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

// end is the end of every stream of the session.
func (s *Session) end(reason *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	if s.isOver {
		// A loss of what had said that it ends is none.
		reason = nil
	}
	s.ended, s.reason = true, reason
	for _, lane := range s.lanes {
		s.part(lane)
	}
	s.lanes = nil
	s.arrive()
}

// part ends what a lane gets of a session that is at its end here; a run may go on, and its answer come.
func (s *Session) part(lane *lane) {
	if s.reason == nil {
		lane.cut()
	} else {
		lane.close(unlessClosed(s.reason))
	}
}

// unlessClosed is nil for an end that this program asked for.
func unlessClosed(reason *Error) error {
	if reason == nil || reason.Code == CodeDisconnected && reason.Cause == errClosed {
		return nil
	}
	return reason
}
