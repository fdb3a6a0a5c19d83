package myelin

import (
	"context"
	"fmt"
)

// checkAfter refuses a number that the session has not reached: what is said until then would be left out.
func (s *Session) checkAfter(ctx context.Context, asked string, after int64) error {
	if after < 0 {
		return noPlace(asked, after)
	}
	if s.hasReached(after) {
		return nil
	}
	// The server may be further than what has come.
	now, err := request[SessionResult](ctx, s.client, "session/state", s.params())
	if err != nil || after <= now.Seq {
		return nil
	}
	return &Error{
		Code: CodeInvalidParams,
		Message: fmt.Sprintf("%s: AfterSeq is %d, but the newest event of session %s is %d; ask without it",
			asked, after, s.id, now.Seq),
	}
}

// noPlace is for a number that no event has: the server would refuse it, and the session be at its end.
func noPlace(asked string, after int64) *Error {
	return &Error{Code: CodeInvalidParams, Message: fmt.Sprintf("%s: AfterSeq is %d; an event's number is 0 or more", asked, after)}
}

// hasReached is also true of a session at its end, of which nothing comes in any case.
func (s *Session) hasReached(seq int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended || seq >= 0 && seq <= s.chain.newest()
}
