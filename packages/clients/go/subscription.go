package myelin

import (
	"context"
	"encoding/json"
)

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

// attach asks until the chain goes on; somebody else may have asked already.
func (s *Session) attach(ctx context.Context, connection *connection) error {
	for {
		params, isBroken := s.missing()
		if !isBroken {
			return nil
		}
		call, err := connection.begin(ctx, "session/attach", params, func(json.RawMessage) { s.resume(*params.AfterSeq) })
		if err != nil {
			return err
		}
		if _, err := call.wait(ctx); err != nil {
			return err
		}
	}
}

// missing is what a broken chain has the server asked for.
func (s *Session) missing() (params AttachParams, isBroken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	params = s.wishes.attachParams(s.id)
	params.AfterSeq = ptr(s.chain.from)
	if newest := s.chain.newest(); s.chain.from < newest {
		// Whoever has been given some of it is given the rest: no delta covers both.
		params.SeenSeq = ptr(newest)
	}
	return params, s.chain.isBroken
}

// Attach changes what this client is sent of the session, or subscribes to it again after Detach. Nothing is left out where it was
// subscribed; with AfterSeq, what was said since then is sent again to streams that have yet to see it. A number that the session has
// yet to reach is refused with INVALID_PARAMS.
func (s *Session) Attach(ctx context.Context, wishes Subscription, options ...EventsOption) error {
	connection, err := s.client.link.wait(ctx)
	if err != nil {
		return err
	}
	var chosen eventsOptions
	for _, option := range options {
		if option != nil {
			option(&chosen)
		}
	}
	if chosen.after != nil {
		if err := s.checkAfter(ctx, "attach", *chosen.after); err != nil {
			return err
		}
	}
	wishes = s.completed(wishes.within(s.client.options.window))
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return s.begin(ctx, wishes, chosen.after)
	}
	s.wishes = wishes
	after := s.chain.last
	if chosen.after != nil {
		after = min(after, *chosen.after)
	}
	s.chain.breakAt(after)
	s.mu.Unlock()
	err = s.attach(ctx, connection)
	if isCancelledHere(err) {
		// Whatever became of it at the server, the session goes on.
		go s.resubscribe()
	}
	return err
}

// completed has the owner of the session waited for, unless it wishes otherwise.
func (s *Session) completed(wishes Subscription) Subscription {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOwned {
		return wishes.waiting()
	}
	return wishes
}

// begin subscribes to the session anew, from where it stands or behind an earlier event.
func (s *Session) begin(ctx context.Context, wishes Subscription, after *int64) error {
	params := wishes.attachParams(s.id)
	params.AfterSeq = after
	var failure error
	call, err := s.client.begin(ctx, "session/attach", params, func(raw json.RawMessage) {
		var answer SessionResult
		if failure = decodeAnswer("session/attach", raw, &answer); failure == nil {
			s.restart(answer, wishes, after)
		}
	})
	if err != nil {
		return err
	}
	call.late = func(json.RawMessage) {
		go func() { _ = do(context.Background(), s.client, "session/detach", s.params()) }()
	}
	if _, err := call.wait(ctx); err != nil {
		return err
	}
	return failure
}

// restart runs on the reader, before the first event of the new subscription.
func (s *Session) restart(answer SessionResult, wishes Subscription, after *int64) {
	s.client.keep(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.isOver, s.reason, s.wishes = false, false, nil, wishes
	s.chain = chain{last: answer.Seq}
	if after != nil {
		s.chain.last = *after
		s.inflate.rewind(*after)
	} else {
		s.inflate.resume(answer.State, answer.Seq)
	}
	s.acked = s.chain.last
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
func (s *Session) subscribed(seq int64, b beginning) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wishes, s.isOwned = b.wishes, s.isOwned || b.isOwner
	if s.chain.isBroken || seq == s.chain.last {
		return
	}
	s.chain.breakAt(s.chain.last)
	go s.resubscribe()
}

// resume runs on the reader, between the answer to session/attach and the first event of the new subscription.
func (s *Session) resume(from int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	isBehind := from < s.chain.last
	if !s.chain.resume(from) {
		return
	}
	if isBehind {
		s.inflate.rewind(from)
	}
	s.acked = from
}
